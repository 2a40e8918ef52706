import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildWorld } from '../../testing/world.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { createPace, deadlineIn } from './google-pace.ts';
import { googleTurns } from './google-turns.ts';

// What waits goes by the timers that a test can move: how busy the machine is shows nowhere.
vi.mock('node:timers/promises', () => ({
  setTimeout: (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}));

const alone = { take: async () => 0, hold: async () => undefined };

const interval = 40;

/** When each had its turn, in milliseconds from now on. */
async function momentsOf(turns: readonly Promise<void>[]): Promise<number[]> {
  const start = performance.now();
  return Promise.all(turns.map((turn) => turn.then(() => performance.now() - start)));
}

describe('the one queue in which all tenants read Google', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  test('lets one call through per interval, in the order they came', async () => {
    const pace = createPace(interval, alone);
    const order: number[] = [];
    const turns = [1, 2, 3, 4].map((n) => pace.turn(deadlineIn(5_000)).then(() => void order.push(n)));
    const moments = momentsOf(turns);
    await pass(interval * 3);
    expect(order).toEqual([1, 2, 3, 4]);
    expect(await moments).toEqual([0, interval, interval * 2, interval * 3]);
  });

  test('does not make up for a time in which nobody asked', async () => {
    const pace = createPace(interval, alone);
    await pace.turn(deadlineIn(5_000));
    await pass(interval * 3);
    const moments = momentsOf([pace.turn(deadlineIn(5_000)), pace.turn(deadlineIn(5_000))]);
    await pass(interval);
    expect(await moments).toEqual([0, interval]);
  });

  test('a pause is everybody’s', async () => {
    const pace = createPace(interval, alone);
    await pace.pause(interval * 4);
    const moments = momentsOf([pace.turn(deadlineIn(5_000)), pace.turn(deadlineIn(5_000))]);
    await pass(interval * 5);
    expect(await moments).toEqual([interval * 4, interval * 5]);
  });

  test('whoever would wait beyond the deadline is told at once, and keeps nobody else waiting', async () => {
    const pace = createPace(interval, alone);
    const patient = pace.turn(deadlineIn(5_000));
    const impatient = [1, 2, 3].map(() => pace.turn(deadlineIn(interval * 1.5)));
    const last = pace.turn(deadlineIn(5_000));
    const moments = momentsOf([patient, ...impatient.slice(0, 1), last]);
    // No time has passed yet.
    for (const refused of impatient.slice(1)) {
      const reason: unknown = await refused.catch((error: unknown) => error);
      expect(reason instanceof Refusal ? reason.code : reason).toBe('workspace.quota');
    }
    await pass(interval * 2);
    expect(await moments).toEqual([0, interval, interval * 2]);
  });

  test('a pause that is too long for those who wait sends them away', async () => {
    const pace = createPace(interval, alone);
    await pace.turn(deadlineIn(5_000));
    const waiting = pace.turn(deadlineIn(interval * 2));
    await pace.pause(interval * 10);
    await expect(waiting).rejects.toMatchObject({ code: 'workspace.quota' });
  });
});

describe('the queues of two app servers', () => {
  test('let one call through per interval together, and a pause of one is the other’s', async () => {
    const environment = {
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'a-secret-of-google',
      GOOGLE_MIN_INTERVAL_MS: '100',
    };
    const world = await buildWorld({ environment });
    const shared = googleTurns(world.kernel);
    const [one, other] = [createPace(100, shared), createPace(100, shared)];
    const moments = await momentsOf([one, other, one, other, one].map((pace) => pace.turn(deadlineIn(10_000))));
    // Each queue alone would be through after two intervals; together five turns take four, from the first question on.
    expect(Math.max(...moments)).toBeGreaterThan(390);

    const start = performance.now();
    await one.pause(400);
    await other.turn(deadlineIn(10_000));
    expect(performance.now() - start).toBeGreaterThan(360);
    await one.pause(5_000);
    await expect(other.turn(deadlineIn(300))).rejects.toMatchObject({ code: 'workspace.quota' });
  });

  test('do not wait for a turn that a clock months ahead has given out', async () => {
    const world = await buildWorld({ environment: { GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'a-secret' } });
    const shared = googleTurns(world.kernel);
    expect(await shared.take()).toBe(0);
    expect(await shared.take()).toBeGreaterThan(0);
    await world.owner("update throttle set window_ends_at = now() + interval '60 days' where key like 'google_turn:%'");
    expect(await shared.take()).toBe(0);
    await shared.hold(5_000);
    const waitMs = await shared.take();
    expect(waitMs).toBeGreaterThan(1_000);
    expect(waitMs).toBeLessThanOrEqual(5_000);
  });

  test('a database that is away refuses whoever is first, and the next one is asked for anew', async () => {
    let fails = true;
    const failing = {
      take: async () => {
        if (fails) {
          fails = false;
          throw new Refusal('database.unavailable');
        }
        return 0;
      },
      hold: async () => undefined,
    };
    const pace = createPace(interval, failing);
    const turns = [pace.turn(deadlineIn(5_000)), pace.turn(deadlineIn(5_000))];
    const results = await Promise.allSettled(turns);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
