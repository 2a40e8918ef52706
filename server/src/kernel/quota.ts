import type { ErrorCode } from '@sentrywell/contract/errors.ts';
import { fragment, only, sqlOf } from './sql.ts';
import type { TenantDb } from './tenant.ts';
import { throttleKey } from './throttle.ts';
import { tooMany } from './too-many.ts';

/** How often something may happen within a window of time, counted for all servers in the database. */
export type Quota = {
  /** What is counted, such as 'mail:recipient'. */
  readonly name: string;
  /** For whom; stored hashed. */
  readonly of: string | number;
  readonly most: number;
  readonly windowSeconds: number;
  /** Refused with it once it is used up. */
  readonly code: ErrorCode;
};

/**
 * Takes one of each quota, in the transaction that uses it up: when the work fails, nothing was used. Transactions that
 * share quotas must take them in the same order, for each row stays locked until COMMIT.
 * @throws Refusal with its code and Retry-After when one is used up.
 */
export async function takeQuotas(db: TenantDb, quotas: readonly Quota[], now: Date): Promise<void> {
  for (const quota of quotas) {
    const endsAt = new Date(now.getTime() + quota.windowSeconds * 1_000);
    // Counted by a clock that was ahead and was set right: see throttle.ts.
    const wrongFrom = new Date(now.getTime() + 2 * quota.windowSeconds * 1_000);
    const isOver = fragment`(throttle.window_ends_at <= ${now} or throttle.window_ends_at > ${wrongFrom})`;
    const { count, windowEndsAt } = only(
      await sqlOf(db)<{ count: number; windowEndsAt: string }>`
        insert into throttle (key, count, window_ends_at) values (${throttleKey(quota.name, quota.of)}, 1, ${endsAt})
        on conflict (key) do update set
          count = case when ${isOver} then 1 else throttle.count + 1 end,
          window_ends_at = case when ${isOver} then ${endsAt} else throttle.window_ends_at end
        returning count, window_ends_at`,
    );
    if (count > quota.most) {
      const seconds = Math.ceil((Date.parse(windowEndsAt) - now.getTime()) / 1_000);
      throw tooMany(quota.code, Math.max(1, seconds));
    }
  }
}
