import type { Kernel } from '../../kernel/kernel.ts';
import {
  type AttemptRule,
  beginAttempt,
  forgetAttempts,
  forgiveAttempt,
  isRemembered,
  networkOf,
  remember,
  sweepThrottle,
  throttleKey,
} from '../../kernel/throttle.ts';
import type { TenantDb } from '../../kernel/tenant.ts';

type ThrottleKernel = Pick<Kernel, 'clock' | 'settings'>;

/** Who tries to sign in, and from where. */
export type Attempt = { readonly email: string; readonly address: string };

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const familiarDays = 90;

const keysOf = ({ email, address }: Attempt) => ({
  pair: throttleKey('sign_in:pair', email, networkOf(address)),
  account: throttleKey('sign_in:account', email),
  address: throttleKey('sign_in:address', networkOf(address)),
  familiar: throttleKey('sign_in:familiar', email, networkOf(address)),
});

/**
 * Security rule 20. One address and one account: five failures, then doubling delays. An account after 100 failures: one
 * attempt a minute from all addresses that it never signed in from, so strangers slow each other and never lock the person
 * out of the places they know. An address after 100 failures at whatever accounts: one attempt a minute.
 */
function rulesFor(attempt: Attempt, factor: number, isFamiliar: boolean): readonly AttemptRule[] {
  const keys = keysOf(attempt);
  const slow = { firstDelaySeconds: minute, longestDelaySeconds: minute };
  return [
    { key: keys.pair, free: 5 * factor, firstDelaySeconds: 1, longestDelaySeconds: 15 * minute, windowSeconds: day },
    { key: keys.account, free: 100 * factor, ...slow, windowSeconds: day, onlyCounts: isFamiliar },
    { key: keys.address, free: 100 * factor, ...slow, windowSeconds: 15 * minute },
  ];
}

let sweptAt = 0;

/** Once an hour and server, what no longer counts is removed. */
async function sweepNowAndThen(db: TenantDb, now: Date): Promise<void> {
  // Far ahead of now: by a clock that was ahead and was set right.
  if (Math.abs(now.getTime() - sweptAt) > hour * 1_000) {
    sweptAt = now.getTime();
    await sweepThrottle(db, now);
  }
}

/** Counts the attempt before anything is looked up. @returns seconds to wait; 0: go on. */
export async function beginSignIn(
  db: TenantDb,
  { clock, settings }: ThrottleKernel,
  attempt: Attempt,
): Promise<number> {
  const now = clock.now();
  await sweepNowAndThen(db, now);
  const isFamiliar = await isRemembered(db, keysOf(attempt).familiar, now);
  return beginAttempt(db, rulesFor(attempt, settings.rateLimitFactor, isFamiliar), now);
}

/** The password was right. */
export async function forgiveSignIn(db: TenantDb, attempt: Attempt): Promise<void> {
  const keys = keysOf(attempt);
  // In the order in which they are locked when an attempt begins.
  await forgetAttempts(db, [keys.account]);
  await forgiveAttempt(db, keys.address);
  await forgetAttempts(db, [keys.pair]);
}

/** The person is in: strangers' failures no longer slow them down here. */
export async function rememberPlace(db: TenantDb, now: Date, attempt: Attempt): Promise<void> {
  await remember(db, keysOf(attempt).familiar, new Date(now.getTime() + familiarDays * day * 1_000));
}

/** Attempts of somebody already known: at the first code of their new second factor, or at the own password once more. */
type OwnAttempt = { readonly what: 'second_factor' | 'password'; readonly tenantId: number; readonly userId: number };

const ownKey = ({ what, tenantId, userId }: OwnAttempt) => throttleKey(`own:${what}`, tenantId, userId);

const fiveFree = (key: string, factor: number): AttemptRule => ({
  key,
  free: 5 * factor,
  firstDelaySeconds: 1,
  longestDelaySeconds: 15 * minute,
  windowSeconds: day,
});

export async function beginOwnAttempt(
  db: TenantDb,
  { clock, settings }: ThrottleKernel,
  attempt: OwnAttempt,
): Promise<number> {
  return beginAttempt(db, [fiveFree(ownKey(attempt), settings.rateLimitFactor)], clock.now());
}

export async function forgiveOwnAttempts(db: TenantDb, attempt: OwnAttempt): Promise<void> {
  await forgetAttempts(db, [ownKey(attempt)]);
}

/**
 * A code of the second factor, once the password was right. Whoever knows no more than the password guesses against one counter, from
 * wherever; they can't slow down the person in the places where that person has signed in, each of which has a counter of its own.
 * @returns seconds to wait (0: go on), and what forgives the attempt. Commit in either case.
 */
export async function beginCode(
  db: TenantDb,
  { clock, settings }: ThrottleKernel,
  { userId, ...attempt }: Attempt & { readonly userId: number },
): Promise<{ readonly waitSeconds: number; readonly forgive: () => Promise<void> }> {
  const now = clock.now();
  const isFamiliar = await isRemembered(db, keysOf(attempt).familiar, now);
  const place = isFamiliar ? [networkOf(attempt.address)] : [];
  const key = throttleKey('sign_in:code', db.tenantId, userId, ...place);
  return {
    waitSeconds: await beginAttempt(db, [fiveFree(key, settings.rateLimitFactor)], now),
    forgive: () => forgetAttempts(db, [key]),
  };
}
