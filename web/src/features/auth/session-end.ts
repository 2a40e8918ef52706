import type { sessionTime } from '@sentrywell/contract/auth.ts';
import type { z } from 'zod';

export type SessionTime = z.output<typeof sessionTime>;

export type SessionEnd = {
  /** In milliseconds, by the clock of the server. */
  readonly at: number;
  /** idle: being there puts it off; limit: nothing does. */
  readonly kind: 'idle' | 'limit';
};

/** Which of the two limits ends the session first (ruling R21). */
export function endOf({ idleExpiresAt, expiresAt }: SessionTime): SessionEnd {
  const idle = Date.parse(idleExpiresAt);
  const limit = Date.parse(expiresAt);
  return limit <= idle ? { at: limit, kind: 'limit' } : { at: idle, kind: 'idle' };
}

const longestLead = 3 * 60_000;

/** How long before the end the person is warned: three minutes, less where sessions are short. */
export function warningLead(windowMilliseconds: number): number {
  return Math.min(longestLead, Math.max(0, windowMilliseconds) / 3);
}

/** '2:05', for a countdown. */
export function minutesAndSeconds(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
