import { stableRandom } from '../../../emulator/stable-random.ts';
import { day, hour, inOfficeHours, minute } from './demo-time.ts';
import type { DemoSession } from './queries.ts';

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
] as const;

/** Where somebody works: always the same address and browser, out of the ranges for documentation. */
export function workplaceOf(userId: number): { readonly address: string; readonly userAgent: string } {
  const network = userId % 2 === 0 ? '203.0.113' : '198.51.100';
  return { address: `${network}.${(userId % 250) + 2}`, userAgent: browsers[userId % browsers.length] ?? browsers[0] };
}

type Window = {
  /** Days before now. */
  readonly from: number;
  readonly to: number;
  readonly userIds: readonly number[];
  readonly perUser: number;
};

export type SignInPlan = {
  readonly now: Date;
  readonly seed: string;
  /** Who signed in during the last 30 days, and during the 30 days before. */
  readonly recent: readonly number[];
  readonly before: readonly number[];
  /** Hours of signed-in time in the last 7 days, and in the 7 days before. */
  readonly hours: number;
  readonly hoursBefore: number;
};

/** Sessions that are all over, and that come to the planned hours exactly. */
export function planSessions({ now, seed, recent, before, hours, hoursBefore }: SignInPlan): DemoSession[] {
  const random = stableRandom(seed);
  const everyThird = (offset: number) => recent.filter((_, index) => index % 3 !== offset);
  return [
    ...exactly(now, random, { from: 7, to: 0, hours, userIds: everyThird(0) }),
    ...exactly(now, random, { from: 14, to: 7, hours: hoursBefore, userIds: everyThird(1) }),
    ...loosely(now, random, { from: 30, to: 14, userIds: recent, perUser: 2 }),
    ...loosely(now, random, { from: 60, to: 30, userIds: before, perUser: 3 }),
  ];
}

function exactly(
  now: Date,
  random: () => number,
  { from, to, hours, userIds }: Omit<Window, 'perUser'> & { readonly hours: number },
): DemoSession[] {
  const weights = userIds.map(() => 0.4 + random());
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const end = now.getTime() - to * day - 5 * minute;
  const start = now.getTime() - from * day + 5 * minute;
  let left = Math.round(hours * hour);
  return userIds.map((userId, index) => {
    const share = Math.round((hours * hour * (weights[index] ?? 0)) / sum);
    const length = index === userIds.length - 1 ? left : share;
    left -= length;
    const chosen = new Date(start + Math.floor(random() * (end - start - length)));
    const inHours = inOfficeHours(chosen, random());
    // At the ends of the window office hours may lie outside it.
    const startedAt = inHours.getTime() < start || inHours.getTime() > end - length ? chosen : inHours;
    return { userId, startedAt, endedAt: new Date(startedAt.getTime() + length), ...workplaceOf(userId) };
  });
}

function loosely(now: Date, random: () => number, { from, to, userIds, perUser }: Window): DemoSession[] {
  return userIds.flatMap((userId) =>
    Array.from({ length: perUser }, () => {
      // A day inside the window, so that office hours of that day are inside it as well.
      const chosen = new Date(now.getTime() - (to + 1 + random() * (from - to - 2)) * day);
      const startedAt = inOfficeHours(chosen, random());
      const endedAt = new Date(startedAt.getTime() + Math.round((10 + random() * 80) * minute));
      return { userId, startedAt, endedAt, ...workplaceOf(userId) };
    }),
  );
}
