import type { SWRConfiguration } from 'swr';

export const maxRetries = 3;
export const retryAfterMilliseconds = 5000;
const neverRetried = new Set([401, 403, 404]);

function statusOf(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined;
}

/** Not where the server has answered that it is not there or not for this person. */
export function mayRetry(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || !neverRetried.has(status);
}

/**
 * How reads behave (specification §7 and §9): nothing on focus, again on reconnect, one request per 2 s, up to three
 * retries. SWR's own `errorRetryInterval` backs off (0, 10, 20, 40 s), so the retries "5 s apart" are made here.
 */
export const fetchPolicy = {
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  refreshInterval: 0,
  dedupingInterval: 2000,
  loadingTimeout: 3000,
  errorRetryCount: maxRetries,
  onErrorRetry: (...[error, , , revalidate, options]) => {
    if (options.retryCount > maxRetries || !mayRetry(error)) {
      return;
    }
    setTimeout(() => void revalidate(options), retryAfterMilliseconds);
  },
} satisfies SWRConfiguration;
