import { describe, expect, test } from 'vitest';
import { buildWorld } from '../../testing/world.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { createPace, deadlineIn } from './google-pace.ts';
import { googleTurns } from './google-turns.ts';

const alone = { take: async () => 0, hold: async () => undefined };

const interval = 40;
// Timers may fire a little early.
const nearly = interval * 0.9;

async function momentsOf(turns: readonly Promise<void>[]): Promise<number[]> {
  const moments: number[] = [];
  await Promise.all(turns.map((turn) => turn.then(() => moments.push(performance.now()))));
  return moments;
}

describe('the one queue in which all tenants read Google', () => {
  test('lets one call through per interval, in the order they came', async () => {
    const pace = createPace(interval, alone);
    const order: number[] = [];
    const turns = [1, 2, 3, 4].map((n) => pace.turn(deadlineIn(5_000)).then(() => void order.push(n)));
    const moments = await momentsOf(turns);
    expect(order).toEqual([1, 2, 3, 4]);
    const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(nearly);
  });

  test('does not make up for a time in which nobody asked', async () => {
    const pace = createPace(interval, alone);
    await pace.turn(deadlineIn(5_000));
    await new Promise((resolve) => setTimeout(resolve, interval * 3));
    const [first = 0, second = 0] = await momentsOf([pace.turn(deadlineIn(5_000)), pace.turn(deadlineIn(5_000))]);
    expect(second - first).toBeGreaterThan(nearly);
  });

  test('a pause is everybody’s', async () => {
    const pace = createPace(interval, alone);
    const start = performance.now();
    await pace.pause(interval * 4);
    const [first = 0, second = 0] = await momentsOf([pace.turn(deadlineIn(5_000)), pace.turn(deadlineIn(5_000))]);
    expect(first - start).toBeGreaterThan(nearly * 4);
    expect(second - first).toBeGreaterThan(nearly);
  });

  test('whoever would wait beyond the deadline is told at once, and keeps nobody else waiting', async () => {
    const pace = createPace(interval, alone);
    const start = performance.now();
    const patient = pace.turn(deadlineIn(5_000));
    const impatient = [1, 2, 3].map(() => pace.turn(deadlineIn(interval * 1.5)));
    const last = pace.turn(deadlineIn(5_000));
    const results = await Promise.allSettled(impatient);
    expect(performance.now() - start).toBeLessThan(interval * 1.5);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const [, refused] = results;
    const reason: unknown = refused?.status === 'rejected' ? refused.reason : undefined;
    expect(reason instanceof Refusal ? reason.code : reason).toBe('workspace.quota');
    await Promise.all([patient, last]);
    expect(performance.now() - start).toBeLessThan(interval * 4);
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
    const turns = [one, other, one, other, one].map((pace) => pace.turn(deadlineIn(10_000)));
    const moments = (await momentsOf(turns)).toSorted((a, b) => a - b);
    // Each queue alone would be through after two intervals; together five turns take four. One may be told of late.
    expect((moments.at(-1) ?? 0) - (moments[0] ?? 0)).toBeGreaterThan(310);

    const start = performance.now();
    await one.pause(400);
    await other.turn(deadlineIn(10_000));
    expect(performance.now() - start).toBeGreaterThan(360);
    await one.pause(5_000);
    await expect(other.turn(deadlineIn(300))).rejects.toMatchObject({ code: 'workspace.quota' });
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
