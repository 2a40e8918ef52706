import type { Access, Endpoint } from '@sentrywell/contract/endpoint.ts';
import useSWR, { type KeyedMutator, useSWRConfig } from 'swr';
import type { z } from 'zod';
import { keyOf, takeAsked } from './asked-ahead.ts';
import { call, type CallFailed, type CallInput } from './call.ts';
import { useSession } from './session.tsx';

export type CallState<Data> = {
  readonly data: Data | undefined;
  readonly error: CallFailed | undefined;
  /** True until the first answer or failure. */
  readonly isLoading: boolean;
  /** Asks again; also puts an answer in place when one is given. */
  readonly refresh: KeyedMutator<Data>;
};

/** Reads with the fetch policy of specification §7. Nothing is asked while `input` is null. */
export function useCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<Access, P, Q, B, R>,
  input: CallInput<P, Q, B> | null = {},
  options: { readonly keepPrevious?: boolean } = {},
): CallState<z.output<R>> {
  const { session } = useSession();
  const key = input === null ? null : keyOf(endpoint, input, session?.userId ?? null);
  const ask = (asked: ReturnType<typeof keyOf>) =>
    (takeAsked(asked) as Promise<z.output<R>> | undefined) ?? call(endpoint, input ?? {});
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
