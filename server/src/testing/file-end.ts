const ends: (() => Promise<void>)[] = [];

/**
 * What is started for a test file and has to stop with it; the last one first. Vitest itself takes no `afterAll` within a hook, and the
 * next file runs in the same process.
 */
export function atFileEnd(end: () => Promise<void>): void {
  ends.push(end);
}

/** Ends all of it, also what follows something that failed to. */
export async function endFile(): Promise<void> {
  const failures: unknown[] = [];
  for (const end of ends.splice(0).toReversed()) {
    await end().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, 'What was started for this file did not stop.');
  }
}
