import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './error-code.ts';
import { Refusal } from './refusal.ts';

/** In milliseconds. PostgreSQL finds a ring after one second; whoever has waited for this long is told to come back. */
const usualPatience = 5_000;
/** Until the other one has what it waited for: whoever comes back before it has woken up makes the same ring again. */
const pause = 100;

/** 40P01: PostgreSQL itself says that this transaction was ended, so that nothing of it is done. */
function hasLostDeadlock(error: unknown): boolean {
  return error instanceof Refusal && errorCode(error.cause) === '40P01';
}

/**
 * Two transactions that wait for each other in a ring: PostgreSQL ends one of them, and what it did is done again from its beginning,
 * once. The attempt must leave nothing behind but what its transaction wrote.
 */
export async function onceMoreAfterDeadlock<Result>(
  attempt: () => Promise<Result>,
  patience = usualPatience,
): Promise<Result> {
  const began = performance.now();
  try {
    return await attempt();
  } catch (error) {
    if (!hasLostDeadlock(error) || performance.now() - began > patience) {
      throw error;
    }
    await wait(pause);
    return attempt();
  }
}
