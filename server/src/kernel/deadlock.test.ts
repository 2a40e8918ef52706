import { mspAuditLog } from '@sentrywell/contract/audit-log.ts';
import { authEndpoints, passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { buildWorld, type PersonKey, type Reply, testPassword } from '../testing/world.ts';
import { onceMoreAfterDeadlock } from './deadlock.ts';
import { Refusal } from './refusal.ts';
import { withClient } from './with-client.ts';

const world = await buildWorld();

type Statement = readonly [text: string, ...values: readonly unknown[]];
type Ring = {
  /** What the other transaction does first. */
  readonly holds: Statement;
  readonly begin: () => Promise<Reply>;
  /** What it asks for as soon as the call waits for it: something that the call holds. */
  readonly wants: Statement;
};

/** Two transactions wait for each other, and PostgreSQL ends the call's: the other one does not look for rings. */
async function inRing({ holds, begin, wants }: Ring): Promise<Reply> {
  return withClient({ ...world.appConnection, user: 'postgres' }, async (other) => {
    const ask = ([text, ...values]: Statement) => other.query(text, values);
    const rings = async () => {
      const [row] = await world.owner<{ deadlocks: string }>(
        'select deadlocks from pg_stat_database where datname = current_database()',
      );
      return Number(row?.deadlocks);
    };
    const before = await rings();
    await ask(["set deadlock_timeout = '1min'"]);
    await ask(['begin']);
    await ask(holds);
    const answered = begin();
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(() => world.owner(waiting), { timeout: 10_000 }).toHaveLength(1);
    await ask(wants);
    await ask(['commit']);
    const reply = await answered;
    await expect.poll(rings, { timeout: 10_000 }).toBe(before + 1);
    return reply;
  });
}

const entries = async (log: string) =>
  (await world.owner('select 1 from audit_log where log like $1', [`${log}%`])).length;
const signIn = (who: PersonKey) =>
  world.call(authEndpoints.login, { body: { email: world.people[who].email, password: testPassword } });

test('a first sign-in to an organization that waits for one, while the same person is edited', async () => {
  const [{ id }, { userId }] = [world.organizations.cedar, world.people.orgAuditor];
  await world.owner("update organizations set status = 'pending' where id = $1", [id]);
  const reply = await inRing({
    holds: ['select 1 from organizations where id = $1 for no key update', id],
    begin: () => signIn('orgAuditor'),
    wants: ['update users set role_id = role_id where id = $1', userId],
  });
  expect(reply).toMatchObject({ status: 200, json: { userType: 'organization' } });
  expect(await world.owner('select status from organizations where id = $1', [id])).toEqual([{ status: 'active' }]);
  expect(await entries('Signed in')).toBe(1);
  // The one that everybody of this world has, and the one that was opened now.
  expect(await world.owner('select 1 from sessions where user_id = $1', [userId])).toHaveLength(2);
});

test('a new password, while the organization of that person is deactivated', async () => {
  const { userId } = world.people.employee;
  const { cookie = '' } = await signIn('employee');
  await signIn('employee');
  const sessions = await world.owner<{ id: string }>('select id from sessions where user_id = $1 order by id desc', [
    userId,
  ]);
  const [another, own] = sessions.map(({ id }) => id);
  const body = { currentPassword: testPassword, newPassword: 'nine purple ladders fall' };
  const reply = await inRing({
    holds: ['select 1 from sessions where id = $1 for update', another],
    begin: () => world.call(passwordEndpoints.changePassword, { cookie, body }),
    wants: ['select 1 from sessions where id = $1 for update', own],
  });
  expect(reply.status).toBe(200);
  expect(await world.call(authEndpoints.me, { cookie: reply.cookie ?? '' })).toMatchObject({ status: 200 });
  expect(await entries('Password changed')).toBe(1);
  expect(await world.owner("select 1 from mails where subject = 'Your password was changed'")).toHaveLength(1);
});

test('a root user who renames an organization, while its domain is released', async () => {
  const { id } = world.organizations.birch;
  const reply = await inRing({
    holds: ["select 1 from domain_directory where domain_name = 'birch.example' for update"],
    begin: () =>
      world.call(organizationEndpoints.renameOrganization, {
        as: 'root',
        params: { id },
        body: { name: 'Silver Birch', domainName: 'silver-birch.example' },
      }),
    wants: ['update organizations set updated_at = now() where id = $1', id],
  });
  expect(reply.status).toBe(200);
  expect(await entries('Renamed Birch to Silver Birch')).toBe(1);
});

test('whoever keeps the audit log for longer, while their session ends, is asked anew who they are', async () => {
  const { tenantId, userId } = world.people.mspAdmin;
  const keep = (retentionYears: number) =>
    world.call(mspAuditLog.changeSettings, { as: 'mspAdmin', body: { retentionYears, legalHold: false } });
  expect((await keep(7)).status).toBe(200);
  world.clock.move({ minutes: 2 });
  const reply = await inRing({
    holds: ['update sessions set ended_at = now() where user_id = $1', userId],
    begin: () => keep(8),
    wants: ['select 1 from audit_heads where tenant_id = $1 for update', tenantId],
  });
  expect(reply).toMatchObject({ status: 401, json: { code: 'session.missing' } });
  expect([await entries('Audit log kept for 7'), await entries('Audit log kept for 8')]).toEqual([1, 0]);
});

test('a sign-in that removes old counters, while another one counts', async () => {
  // Counters are swept once an hour; everybody's session is over by then.
  world.clock.move({ hours: 2 });
  await world.owner(
    "insert into throttle (key, count, window_ends_at) select key, 1, '2026-01-01' from unnest($1::text[]) as key",
    [['old one', 'old other']],
  );
  const reply = await inRing({
    holds: ["select 1 from throttle where key = 'old other' for update"],
    begin: () => signIn('vendor'),
    wants: ["select 1 from throttle where key = 'old one' for update"],
  });
  expect(reply.status).toBe(200);
});

describe('what is done once more', () => {
  const deadlock = () => new Refusal('server.busy', { cause: Object.assign(new Error('a ring'), { code: '40P01' }) });
  const timesTried = async (refusal: () => unknown, milliseconds = 0) => {
    let tried = 0;
    const work = onceMoreAfterDeadlock(async () => {
      tried += 1;
      await wait(milliseconds);
      throw refusal();
    }, 50);
    await expect(work).rejects.toBeInstanceOf(Error);
    return tried;
  };

  test('is what lost a deadlock, and only once', async () => {
    expect(await timesTried(deadlock)).toBe(2);
  });

  test('is not what took so long that nobody waits any more', async () => {
    expect(await timesTried(deadlock, 60)).toBe(1);
  });

  test('is nothing of which it is not known whether it was committed, and nothing that was refused', async () => {
    const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    expect(await timesTried(() => new Refusal('database.unavailable', { cause: lost }))).toBe(1);
    expect(await timesTried(() => new Refusal('server.busy'))).toBe(1);
    expect(await timesTried(() => new Error('a defect'))).toBe(1);
  });
});
