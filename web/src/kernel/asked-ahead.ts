import type { Access, Endpoint } from '@sentrywell/contract/endpoint.ts';
import type { z } from 'zod';
import { addressOf, call, type CallInput } from './call.ts';

type Key = readonly [userId: number | null, address: string];

/** Answers are kept for the person who asked and nobody else (security rule 19). */
export function keyOf(endpoint: Endpoint, input: object, userId: number | null): Key {
  return [userId, addressOf(endpoint, input)];
}

type Asked = {
  readonly key: Key;
  readonly at: number;
  readonly answer: Promise<unknown>;
  /** What has come already. */
  came?: unknown;
};

/** What was asked for ahead of the screen that shows it: taken once, by that person's screen, and only while it is fresh. */
const askedAhead = new Map<string, Asked>();
const freshMilliseconds = 10_000;

function isFresh({ at }: Asked): boolean {
  return performance.now() - at < freshMilliseconds;
}

export function takeAsked(key: Key): Promise<unknown> | undefined {
  const asked = askedAhead.get(String(key));
  askedAhead.delete(String(key));
  return asked !== undefined && isFresh(asked) ? asked.answer : undefined;
}

/** What was asked for ahead and is there already, for that person. */
export function cameAhead(userId: number | undefined): readonly { readonly key: Key; readonly came: unknown }[] {
  return [...askedAhead.values()].flatMap((asked) =>
    asked.key[0] === userId && asked.came !== undefined && isFresh(asked) ? [{ key: asked.key, came: asked.came }] : [],
  );
}

/** @returns when everything that was asked for ahead and is not taken yet has come, or failed to. */
export async function allCameAhead(): Promise<void> {
  await Promise.allSettled([...askedAhead.values()].map(({ answer }) => answer));
}

/** Asks for what that person's screen is going to show while the screen itself is still to come. */
export function askAhead<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  userId: number,
  endpoint: Endpoint<Access, P, Q, B, R>,
  input: CallInput<P, Q, B>,
): void {
  const key = keyOf(endpoint, input, userId);
  const asked: Asked = { key, at: performance.now(), answer: call(endpoint, input) };
  askedAhead.set(String(key), asked);
  asked.answer.then(
    (came) => {
      asked.came = came;
    },
    // Whoever has taken it is told; a screen that is still to come asks for itself.
    () => {
      if (askedAhead.get(String(key)) === asked) {
        askedAhead.delete(String(key));
      }
    },
  );
}
