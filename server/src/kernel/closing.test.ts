import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { expect, test } from 'vitest';
import pg from 'pg';
import { buildWorld } from '../testing/world.ts';

const world = await buildWorld();

test('a server that is told to stop answers what is under way and then goes, though connections are kept alive', async () => {
  await world.kernel.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.kernel.app.server.address() as AddressInfo;
  const blocker = new pg.Client({ ...world.appConnection, user: 'postgres' });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('lock table sessions in access exclusive mode');
  const agent = new Agent({ keepAlive: true });
  const headers = { cookie: `sid=${world.people.orgAdmin.cookie}` };
  const answered = new Promise<number | undefined>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: authEndpoints.me.path, agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject);
    sent.end();
  });
  // The request alone: a job that wants the table waits as well.
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%s.last_seen_at%'`;
  await expect.poll(() => world.owner(waiting), { timeout: 10_000 }).toHaveLength(1);
  const start = performance.now();
  const closed = world.kernel.app.close();
  await blocker.query('rollback');
  await blocker.end();
  expect(await answered).toBe(200);
  await closed;
  expect(performance.now() - start).toBeLessThan(3_000);
  agent.destroy();
});
