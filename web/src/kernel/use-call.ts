import type { Access, Endpoint } from '@sentrywell/contract/endpoint.ts';
import useSWR, { type KeyedMutator, useSWRConfig } from 'swr';
import type { z } from 'zod';
import { addressOf, call, CallFailed, type CallInput } from './call.ts';
import { useSession } from './session.tsx';

export type CallState<Data> = {
  readonly data: Data | undefined;
  readonly error: CallFailed | undefined;
  /** True until the first answer or failure. */
  readonly isLoading: boolean;
  /** Asks again; also puts an answer in place when one is given. */
  readonly refresh: KeyedMutator<Data>;
};

/** Answers are kept for the person who asked and nobody else (security rule 19). */
function keyOf(endpoint: Endpoint, input: object, userId: number | null): readonly [number | null, string] {
  return [userId, addressOf(endpoint, input)];
}

type Asked = { readonly at: number; readonly answer: Promise<unknown> };

/** What was asked for ahead of the screen that shows it: taken once, by that person's screen, and only while it is fresh. */
const askedAhead = new Map<string, Asked>();
const freshMilliseconds = 3_000;

function takeAsked(key: string): Promise<unknown> | undefined {
  const asked = askedAhead.get(key);
  askedAhead.delete(key);
  return asked !== undefined && performance.now() - asked.at < freshMilliseconds ? asked.answer : undefined;
}

/** Asks for what that person's screen is going to show while the screen itself is still to come. */
export function askAhead<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  userId: number,
  endpoint: Endpoint<Access, P, Q, B, R>,
  input: CallInput<P, Q, B>,
): void {
  const key = String(keyOf(endpoint, input, userId));
  const asked = { at: performance.now(), answer: call(endpoint, input) };
  askedAhead.set(key, asked);
  // Whoever has taken it is told; a screen that is still to come asks for itself.
  asked.answer.catch(() => {
    if (askedAhead.get(key) === asked) {
      askedAhead.delete(key);
    }
  });
}

/** Reads with the fetch policy of specification §7. Nothing is asked while `input` is null. */
export function useCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<Access, P, Q, B, R>,
  input: CallInput<P, Q, B> | null = {},
  options: { readonly keepPrevious?: boolean } = {},
): CallState<z.output<R>> {
  const { session } = useSession();
  const key = input === null ? null : keyOf(endpoint, input, session?.userId ?? null);
  const ask = () => (takeAsked(String(key)) as Promise<z.output<R>> | undefined) ?? call(endpoint, input ?? {});
  const { data, error, isLoading, mutate } = useSWR<z.output<R>, CallFailed>(key, ask, {
    keepPreviousData: options.keepPrevious ?? false,
  });
  return { data, error, isLoading, refresh: mutate };
}

/** Asks again for every kept answer of these endpoints, whatever their parameters. */
export function useRefreshAll(): (...endpoints: readonly Pick<Endpoint, 'path'>[]) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async (...endpoints) => {
    const patterns = endpoints.map(({ path }) => new RegExp(`${path.replace(/:\w+/g, '[^/]+')}(\\?|$)`));
    await mutate((key) => Array.isArray(key) && patterns.some((pattern) => pattern.test(String(key[1]))));
  };
}
