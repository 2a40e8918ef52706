import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { expect, test } from 'vitest';
import pg from 'pg';
import { buildWorld } from '../testing/world.ts';

const world = await buildWorld();

test('a flood of sign-ins that wait for each other leaves connections for those who are signed in', async () => {
  const blocker = new pg.Client({ ...world.appConnection, user: 'postgres' });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('lock table throttle in access exclusive mode');
  const flood = Array.from({ length: 40 }, (_, index) =>
    world.call(authEndpoints.login, { body: { email: `nobody${index}@flood.example`, password: 'not a password' } }),
  );
  // One that gave up would be another one, or asked anew.
  const waiting = () =>
    world.owner(`select pid, query_start::text from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%throttle%' order by pid`);
  try {
    await expect.poll(waiting, { timeout: 5_000 }).not.toEqual([]);
    const before = await waiting();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => world.call(authEndpoints.me, { as: 'orgAdmin' })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    // Nobody of the flood had gone on meanwhile: who is signed in waited for none of them.
    expect(await waiting()).toEqual(expect.arrayContaining(before));
  } finally {
    await blocker.query('rollback');
    await blocker.end();
  }
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.every((status) => status === 401 || status === 503)).toBe(true);
  expect(statuses).toContain(401);
});
