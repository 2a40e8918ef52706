import { CallFailed } from './call.ts';

/** Why something failed, in words for the person: the server's own sentence, else the given one. */
export function failureWords(error: unknown, otherwise: string): string {
  return error instanceof CallFailed ? error.message : otherwise;
}
