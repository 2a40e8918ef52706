import { type AuditSummary, mspAuditLog, organizationAuditLog } from '@sentrywell/contract/audit-log.ts';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTransactions } from '../../testing/open-transactions.ts';
import { buildWorld, testPassword, type PersonKey } from '../../testing/world.ts';

const world = await buildWorld();
const { organizations, msps, people } = world;
const { cedar, oak, pine } = organizations;

const hour = 1;
const day = 24 * hour;
let sessions = 0;

/** A session that began so many hours ago and lasted so long. */
async function signIn(who: PersonKey, hoursAgo: number, lasted: number): Promise<void> {
  const { tenantId, userId } = people[who];
  sessions += 1;
  await world.owner(
    `insert into sessions (tenant_id, token_hash, user_id, created_at, last_seen_at, ended_at, expires_at)
     select $1, sha256($2::text::bytea), $3, began, began + $5 * interval '1 hour', case when $2::integer % 2 = 0 then began + $5 * interval '1 hour' end, began + interval '2 days'
     from (select now() - $4 * interval '1 hour' as began) b`,
    [tenantId, sessions, userId, hoursAgo, lasted],
  );
}

async function finding(
  organization: { id: number; tenantId: number },
  name: string,
  openedDaysAgo: number,
  resolvedDaysAgo: number | null,
) {
  await world.owner(
    `insert into findings (tenant_id, organization_id, setting_type, target, opened_at, opened_by_assessment, verdict, resolved_at)
     values ($1, $2, $3, '', now() - $4 * interval '1 day', 1, 'partial', now() - $5 * interval '1 day')`,
    [organization.tenantId, organization.id, name, openedDaysAgo, resolvedDaysAgo],
  );
}

async function assess(organization: { id: number; tenantId: number }, score: number, daysAgo: number) {
  await world.owner(
    `insert into assessments (tenant_id, organization_id, uuid, assessed_by_name, account, catalogue_version, score, compliant, partial, non_compliant, policies, assessed_at)
     values ($1, $2, gen_random_uuid(), 'Ada', 'a@b.example', '1', $3, 1, 0, 0, '', now() - $4 * interval '1 day')`,
    [organization.tenantId, organization.id, score, daysAgo],
  );
}

beforeAll(async () => {
  // The world opens a session for everybody; here only those below count.
  await world.owner(
    "update sessions set created_at = now() - interval '100 days', last_seen_at = now() where expires_at > now() + interval '300 days'",
  );
  await signIn('orgAdmin', 2 * day, 3);
  await signIn('orgAuditor', 8 * day, 8);
  await signIn('orgAdmin', 7 * day + 1, 2);
  await signIn('employee', 40 * day, 1);
  await signIn('siblingAdmin', 3 * day, 5);
  await signIn('foreignAdmin', day, 7);
  await world.owner("update users set created_at = now() - interval '1 year'");
  await finding(cedar, 'open for long', 400, null);
  await finding(cedar, 'open', 50, null);
  await finding(cedar, 'new', 5, null);
  await finding(cedar, 'resolved', 100, 10);
  await finding(cedar, 'resolved long ago', 500, 450);
  await finding(oak, 'of a sibling', 5, null);
  await finding(pine, 'of another MSP', 5, null);
  await assess(cedar, 60, 60);
  await assess(cedar, 75, 10);
  await assess(oak, 90, 5);
  await assess(pine, 10, 5);
});

const parsed = (json: unknown): AuditSummary => mspAuditLog.summarize.reply.parse(json);
const ofMsp = async (as: PersonKey) => parsed((await world.call(mspAuditLog.summarize, { as })).json);
const ofCedar = async (as: PersonKey = 'orgAdmin') =>
  parsed((await world.call(organizationAuditLog.summarize, { as, params: { id: cedar.id } })).json);

describe('the cards above an audit log', () => {
  test('Resource Usage: active people who signed in during the last 30 days, against the 30 days before', async () => {
    // Six active people at Cedar: two in the last 30 days, one in those before.
    expect((await ofCedar()).resourceUsage).toMatchObject({ percent: 33, change: 100 });
  });

  test('Active Tasks: findings open now, of all open or found in twelve months, against 30 days ago', async () => {
    // 30 days ago: open for long, open, and the one that was resolved since.
    expect((await ofCedar()).activeTasks).toMatchObject({ open: 3, total: 4, change: 0 });
  });

  test('Total Hours: signed-in time inside the last 7 days, each session cut at the border, against the 7 days before', async () => {
    // Now: 3 hours and the second hour of the session over the border. Before: 8 hours and the first hour of it.
    expect((await ofCedar()).totalHours).toMatchObject({ hours: 4, change: -56 });
  });

  test('Completion: mean score of the newest assessments, against 30 days ago', async () => {
    expect((await ofCedar()).completion).toMatchObject({ percent: 75, change: 25 });
  });

  test('each has a hint that says how it is computed', async () => {
    for (const { hint } of Object.values(await ofCedar())) {
      expect(hint).toMatch(/^[A-Z].{40,}\.$/);
    }
  });

  test('an MSP’s cards cover its organizations as far as the person’s scopes reach', async () => {
    expect((await ofMsp('mspAdmin')).completion).toMatchObject({ percent: 83, change: 38 });
    expect((await ofMsp('mspAdmin')).activeTasks).toMatchObject({ open: 4, total: 5 });
    expect((await ofMsp('mspAdmin')).totalHours).toMatchObject({ hours: 9 });
    expect((await ofMsp('mspAuditor')).completion).toMatchObject({ percent: 75, change: 25 });
    expect((await ofMsp('mspAuditor')).activeTasks).toMatchObject({ open: 3, total: 4 });
    expect((await ofMsp('mspAuditor')).totalHours).toMatchObject({ hours: 4 });
    expect((await ofMsp('foreignMspAdmin')).completion).toMatchObject({ percent: 10, change: null });
  });

  test('Active Tasks: what is accepted is not open, now and 30 days ago as it was then', async () => {
    const accept = (name: string, from: number, to: number, ended: number | null) =>
      world.owner(
        `insert into assessment_exceptions (tenant_id, organization_id, setting_type, target, reason, compensating_measure, accepted_by,
           created_at, expires_at, ended_at)
         select $1, $2, $3, '', 'Needed', 'Watched', 'Ada', now() - $4 * interval '1 day', now() - $5 * interval '1 day', now() - $6 * interval '1 day'`,
        [cedar.tenantId, cedar.id, name, from, to, ended],
      );
    await accept('new', 3, -60, null);
    expect((await ofCedar()).activeTasks).toMatchObject({ open: 2, total: 4, change: -33 });
    await accept('open', 40, 20, 20);
    await accept('open for long', 45, -20, 10);
    // 30 days ago only the one that was resolved since was open and not accepted.
    expect((await ofCedar()).activeTasks).toMatchObject({ open: 2, total: 4, change: 100 });
    expect((await ofMsp('mspAdmin')).activeTasks).toMatchObject({ open: 3, total: 5 });
    await world.owner(
      "update assessment_exceptions set expires_at = now() - interval '1 minute' where setting_type = 'new'",
    );
    expect((await ofCedar()).activeTasks).toMatchObject({ open: 3, total: 4 });
    await world.owner('delete from assessment_exceptions');
  });

  test('Active Tasks: what was found earlier and resolved within the twelve months was open in them', async () => {
    await finding(cedar, 'open for most of the year', 400, 40);
    expect((await ofCedar()).activeTasks).toMatchObject({ open: 3, total: 5, change: 0 });
    expect((await ofMsp('mspAdmin')).activeTasks).toMatchObject({ open: 4, total: 6 });
    await world.owner("delete from findings where setting_type = 'open for most of the year'");
  });

  test('show nothing where there is nothing', async () => {
    await world.owner('delete from findings where tenant_id = $1', [msps.lake]);
    await world.owner('delete from assessments where tenant_id = $1', [msps.lake]);
    const empty = await ofMsp('foreignMspAdmin');
    expect(empty.activeTasks).toMatchObject({ open: 0, total: 0, change: null });
    expect(empty.completion).toMatchObject({ percent: null, change: null });
  });

  test('a session that nobody used any more counts as far as the person was seen, whoever closes it and whenever', async () => {
    const { email, userId } = people.independentAdmin;
    const body = { email, password: testPassword };
    const hours = async (cookie: string) => {
      const { json } = await world.call(organizationAuditLog.summarize, {
        cookie,
        params: { id: organizations.birch.id },
      });
      return parsed(json).totalHours.hours;
    };
    const left = (await world.call(authEndpoints.login, { body })).cookie ?? '';
    for (let visit = 0; visit < 5; visit += 1) {
      world.clock.move({ minutes: 25 });
      expect((await world.call(authEndpoints.me, { cookie: left })).status).toBe(200);
      // A read is answered before its note of the time is on disk.
      await expect.poll(() => openTransactions(world), { interval: 5 }).toBe(0);
    }
    world.clock.move({ days: 3 });
    const back = (await world.call(authEndpoints.login, { body, cookie: left })).cookie ?? '';
    expect(await hours(back)).toBe(2);
    // It is kept as over when it was over: half an hour after the person was last seen.
    const [over] = await world.owner<{ minutes: number }>(
      `select round(extract(epoch from ended_at - created_at) / 60)::integer as minutes from sessions
       where user_id = $1 and ended_at is not null`,
      [userId],
    );
    expect(over).toEqual({ minutes: 155 });
    // Rows of earlier versions say that it was over when it was closed.
    await world.owner(
      "update sessions set ended_at = created_at + interval '3 days' where user_id = $1 and ended_at is not null",
      [userId],
    );
    expect(await hours(back)).toBe(2);
  });
});
