import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchPolicy } from './fetch-policy.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A read that always fails with this error, retried as SWR does it: counting from 1. @returns seconds of each try. */
async function secondsOfTries(error: unknown): Promise<readonly number[]> {
  const start = Date.now();
  const tries: number[] = [];
  function attempt(retryCount: number): Promise<boolean> {
    tries.push((Date.now() - start) / 1000);
    fetchPolicy.onErrorRetry(
      error,
      'key',
      SWRConfig.defaultValue,
      (options) => attempt((options?.retryCount ?? 0) + 1),
      {
        retryCount,
        dedupe: true,
      },
    );
    return Promise.resolve(true);
  }
  await attempt(1);
  await vi.advanceTimersByTimeAsync(120_000);
  return tries;
}

test('a failed read is tried again three times, 5 s apart', async () => {
  expect(await secondsOfTries(new TypeError('network'))).toEqual([0, 5, 10, 15]);
  expect(await secondsOfTries({ status: 500 })).toEqual([0, 5, 10, 15]);
});

test.each([401, 403, 404])('a read that answers %d is not tried again', async (status) => {
  expect(await secondsOfTries({ status })).toEqual([0]);
});

test('focus reads nothing, reconnecting does, nothing is polled', () => {
  expect(fetchPolicy).toMatchObject({
    revalidateOnFocus: false,
    revalidateOnReconnect: true,
    refreshInterval: 0,
    dedupingInterval: 2000,
    loadingTimeout: 3000,
  });
});
