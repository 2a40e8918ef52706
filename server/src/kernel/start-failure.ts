/**
 * The program cannot start, and a person can mend it. The message is a sentence for that person:
 * `main.ts` prints it alone, without a stack, and exits with code 1.
 */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}
