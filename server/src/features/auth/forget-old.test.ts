import { authEndpoints, passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildWorld, testPassword, type World } from '../../testing/world.ts';
import { forgetOld } from './forget-old.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});
beforeEach(() => world.owner('delete from sessions; delete from one_use_tokens'));

const signIn = async (email: string) =>
  (await world.call(authEndpoints.login, { body: { email, password: testPassword } })).cookie ?? '';
const askForReset = async (email: string) => {
  await world.call(passwordEndpoints.requestPasswordReset, { body: { email } });
  await world.kernel.jobs.runDue();
};
const left = async () => {
  const [row] = await world.owner<{ sessions: string; tokens: string; entries: string }>(
    `select (select count(*) from sessions) as sessions, (select count(*) from one_use_tokens) as tokens,
      (select count(*) from audit_log) as entries`,
  );
  return { sessions: Number(row?.sessions), tokens: Number(row?.tokens), entries: Number(row?.entries) };
};

describe('what is over is forgotten: what it does', () => {
  test('links a week after they were over, sessions after three months, the audit log never', async () => {
    await signIn('admin@cedar.example');
    const cookie = await signIn('admin@lake.example');
    await world.call(authEndpoints.logout, { cookie });
    await askForReset('admin@cedar.example');
    await askForReset('root@sentrywell.example');
    const { entries } = await left();
    world.clock.move({ days: 7 });
    expect(await forgetOld(world.kernel)).toBe(0);
    expect(await left()).toEqual({ sessions: 2, tokens: 2, entries });
    world.clock.move({ days: 1 });
    expect(await forgetOld(world.kernel)).toBe(2);
    expect(await left()).toEqual({ sessions: 2, tokens: 0, entries });
    world.clock.move({ days: 83 });
    expect(await forgetOld(world.kernel)).toBe(2);
    expect(await left()).toEqual({ sessions: 0, tokens: 0, entries });
  });

  test('what is still good stays, and an open session goes on', async () => {
    const old = await signIn('auditor@harbor.example');
    await world.call(authEndpoints.logout, { cookie: old });
    world.clock.move({ days: 91 });
    const cookie = await signIn('auditor@harbor.example');
    await askForReset('auditor@harbor.example');
    expect(await forgetOld(world.kernel)).toBe(1);
    expect(await left()).toMatchObject({ sessions: 1, tokens: 1 });
    expect((await world.call(authEndpoints.me, { cookie })).status).toBe(200);
  });

  test('where it fails for one tenant, the others go on', async () => {
    const { harbor } = world.msps;
    await signIn('admin@harbor.example');
    await signIn('admin@lake.example');
    await askForReset('root@sentrywell.example');
    world.clock.move({ days: 91 });
    await world.owner(`create policy stuck on sessions as restrictive for delete
      using (case current_setting('app.tenant_id', true) when '${harbor}' then 1 / (tenant_id - ${harbor}) is null else true end)`);
    expect(await forgetOld(world.kernel)).toBe(2);
    expect(await left()).toMatchObject({ sessions: 1, tokens: 0 });
    await world.owner('drop policy stuck on sessions');
    expect(await forgetOld(world.kernel)).toBe(1);
  });
});
