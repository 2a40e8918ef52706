import { describe, expect, test } from 'vitest';
import { Refusal } from '../../kernel/refusal.ts';
import { createPace, deadlineIn } from './google-pace.ts';

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
    const pace = createPace(interval);
    const order: number[] = [];
    const turns = [1, 2, 3, 4].map((n) => pace.turn(deadlineIn(5_000)).then(() => void order.push(n)));
    const moments = await momentsOf(turns);
    expect(order).toEqual([1, 2, 3, 4]);
    const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(nearly);
  });

  test('does not make up for a time in which nobody asked', async () => {
    const pace = createPace(interval);
    await pace.turn(deadlineIn(5_000));
    await new Promise((resolve) => setTimeout(resolve, interval * 3));
    const [first = 0, second = 0] = await momentsOf([pace.turn(deadlineIn(5_000)), pace.turn(deadlineIn(5_000))]);
    expect(second - first).toBeGreaterThan(nearly);
  });

  test('a pause is everybody’s', async () => {
    const pace = createPace(interval);
    const start = performance.now();
    pace.pause(interval * 4);
    const [first = 0, second = 0] = await momentsOf([pace.turn(deadlineIn(5_000)), pace.turn(deadlineIn(5_000))]);
    expect(first - start).toBeGreaterThan(nearly * 4);
    expect(second - first).toBeGreaterThan(nearly);
  });

  test('whoever would wait beyond the deadline is told at once, and keeps nobody else waiting', async () => {
    const pace = createPace(interval);
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
    const pace = createPace(interval);
    await pace.turn(deadlineIn(5_000));
    const waiting = pace.turn(deadlineIn(interval * 2));
    pace.pause(interval * 10);
    await expect(waiting).rejects.toMatchObject({ code: 'workspace.quota' });
  });
});
