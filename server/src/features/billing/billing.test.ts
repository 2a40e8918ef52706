import { organizationAuditLog } from '@sentrywell/contract/audit-log.ts';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { billingEndpoints, mspBilling, organizationBilling } from '@sentrywell/contract/billing.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { withClient } from '../../kernel/with-client.ts';
import { buildWorld, type OrganizationKey, type PersonKey, testPassword } from '../../testing/world.ts';
import { dayOf, monthEnds } from './months.ts';

const world = await buildWorld();
const { findMspBilling, exportMspBilling, setFee, withdrawFee, findOrganizationBilling } = billingEndpoints;

const dayMs = 86_400_000;
const dayIn = (days: number) => dayOf(new Date(world.kernel.clock.now().getTime() + days * dayMs));

async function addFee(key: OrganizationKey, startsOn: string, monthlyCents: number): Promise<void> {
  const { id, tenantId } = world.organizations[key];
  await world.owner(
    'insert into organization_fees (tenant_id, organization_id, starts_on, monthly_cents) values ($1, $2, $3, $4)',
    [tenantId, id, startsOn, monthlyCents],
  );
}

async function setStatus(key: OrganizationKey, status: string, daysAgo: number): Promise<void> {
  const { id, tenantId } = world.organizations[key];
  await world.owner(
    `insert into organization_status_history (tenant_id, organization_id, changed_at, status)
     values ($1, $2, now() - make_interval(days => $3), $4)`,
    [tenantId, id, daysAgo, status],
  );
  await world.owner('update organizations set status = $2 where id = $1', [id, status]);
}

async function billing(as: PersonKey = 'mspAdmin') {
  const { status, json } = await world.call(findMspBilling, { as });
  expect(status).toBe(200);
  return mspBilling.parse(json);
}

async function ownBilling(as: PersonKey, key: OrganizationKey) {
  const { status, json } = await world.call(findOrganizationBilling, {
    as,
    params: { id: world.organizations[key].id },
  });
  expect(status).toBe(200);
  return organizationBilling.parse(json);
}

const set = (key: OrganizationKey, body: unknown, as: PersonKey = 'mspAdmin') =>
  world.call(setFee, { as, params: { id: world.organizations[key].id }, body });

const withdraw = (key: OrganizationKey, startsOn: unknown, as: PersonKey = 'mspAdmin') =>
  world.call(withdrawFee, { as, params: { id: world.organizations[key].id }, body: { startsOn } });

beforeEach(async () => {
  await world.owner('delete from organization_fees');
  await world.owner('delete from organization_status_history');
  await setStatus('cedar', 'active', 600);
  await setStatus('oak', 'active', 600);
  await setStatus('pine', 'active', 600);
});

describe('what billing does', () => {
  test('the fee in force, since when it is, and what is agreed for later', async () => {
    await addFee('cedar', dayIn(-400), 90_000);
    await addFee('cedar', dayIn(-40), 110_000);
    await addFee('cedar', dayIn(20), 120_000);
    await addFee('cedar', dayIn(50), 130_000);
    const { organizations } = await billing();
    expect(organizations.map(({ name }) => name)).toEqual(['Cedar', 'Oak']);
    expect(organizations[0]).toMatchObject({
      fee: { monthlyCents: 110_000, startsOn: dayIn(-40) },
      next: { monthlyCents: 120_000, startsOn: dayIn(20) },
    });
    expect(organizations[1]).toMatchObject({ fee: null, next: null });
  });

  test('revenue counts the fees in force of active organizations, now and a month ago', async () => {
    await addFee('cedar', dayIn(-400), 100_000);
    await addFee('cedar', dayIn(-3), 150_000);
    await addFee('oak', dayIn(-400), 50_000);
    expect((await billing()).revenue).toEqual({ monthlyCents: 200_000, monthAgoCents: 150_000, changePercent: 33 });
    await setStatus('oak', 'inactive', 5);
    expect((await billing()).revenue).toEqual({ monthlyCents: 150_000, monthAgoCents: 150_000, changePercent: 0 });
    await setStatus('oak', 'active', 2);
    expect((await billing()).revenue).toMatchObject({ monthlyCents: 200_000, monthAgoCents: 150_000 });
  });

  test('there is nothing to compare with where nobody paid a month ago', async () => {
    await addFee('cedar', dayIn(-1), 100_000);
    expect((await billing()).revenue).toEqual({ monthlyCents: 100_000, monthAgoCents: 0, changePercent: null });
  });

  test('an organization counts from the month in which it became active, and no longer when it was deactivated', async () => {
    await world.owner('delete from organization_status_history where organization_id = $1', [
      world.organizations.oak.id,
    ]);
    await setStatus('oak', 'pending', 200);
    await setStatus('oak', 'active', 130);
    await setStatus('oak', 'inactive', 40);
    await addFee('oak', dayIn(-220), 70_000);
    const { revenueByMonth } = await billing();
    expect(revenueByMonth).toHaveLength(12);
    const now = world.kernel.clock.now();
    const ends = monthEnds(now, 12).map((at) => (now.getTime() - at.getTime()) / dayMs);
    expect(revenueByMonth.map(({ cents }) => cents)).toEqual(
      ends.map((daysAgo) => (daysAgo <= 130 && daysAgo > 40 ? 70_000 : 0)),
    );
    expect(revenueByMonth.at(-1)?.month).toBe(now.toISOString().slice(0, 7));
  });

  test('a fee is agreed from a day on, and stands in the log with name and day', async () => {
    const { status, json } = await set('cedar', { monthlyCents: 129_450, startsOn: dayIn(0) });
    expect({ status, json }).toEqual({ status: 200, json: { success: true } });
    expect((await billing()).organizations[0]?.fee).toEqual({ monthlyCents: 129_450, startsOn: dayIn(0) });
    const [entry] = await world.owner<{ log: string; user_name: string; organization_id: string }>(
      'select log, user_name, organization_id from audit_log order by occurred_at desc, seq desc limit 1',
    );
    expect(entry).toEqual({
      log: `Agreed with Cedar on a monthly fee from ${dayIn(0)} on`,
      user_name: world.people.mspAdmin.name,
      organization_id: String(world.organizations.cedar.id),
    });
  });

  test('the same day again replaces what was agreed for it', async () => {
    await set('cedar', { monthlyCents: 100_000, startsOn: dayIn(9) });
    await set('cedar', { monthlyCents: 90_000, startsOn: dayIn(9) });
    expect((await ownBilling('orgAdmin', 'cedar')).history).toEqual([
      { monthlyCents: 90_000, startsOn: dayIn(9), endsOn: null },
    ]);
  });

  test('the first fee of all may begin in the past, later ones not: the past stays as it was', async () => {
    expect((await set('cedar', { monthlyCents: 80_000, startsOn: dayIn(-90) })).status).toBe(200);
    const refused = await set('cedar', { monthlyCents: 1, startsOn: dayIn(-1) });
    expect(refused).toMatchObject({ status: 400, json: { code: 'fee.wrong_day' } });
    expect((await set('cedar', { monthlyCents: 1, startsOn: dayIn(800) })).json).toMatchObject({
      code: 'fee.wrong_day',
    });
    expect((await ownBilling('orgAdmin', 'cedar')).history).toHaveLength(1);
  });

  test('of two first fees that are agreed at once and begin in the past, one counts', async () => {
    const { id } = world.organizations.cedar;
    const replies = await withClient({ ...world.appConnection, user: 'postgres' }, async (blocker) => {
      await blocker.query('begin');
      await blocker.query('select 1 from organizations where id = $1 for update', [id]);
      const agreed = [-90, -60].map((days) => set('cedar', { monthlyCents: 80_000, startsOn: dayIn(days) }));
      const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(() => world.owner(waiting), { timeout: 10_000 }).toHaveLength(2);
      await blocker.query('rollback');
      return Promise.all(agreed);
    });
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
    expect(replies.find(({ status }) => status === 400)).toMatchObject({ json: { code: 'fee.wrong_day' } });
    expect(await world.owner('select 1 from organization_fees where organization_id = $1', [id])).toHaveLength(1);
  });

  test('a fee for a later day can be withdrawn: the next one comes to sight, and the log says so without the amount', async () => {
    await addFee('cedar', dayIn(-40), 110_000);
    await addFee('cedar', dayIn(20), 120_000);
    await addFee('cedar', dayIn(50), 130_000);
    expect(await withdraw('cedar', dayIn(20))).toMatchObject({ status: 200, json: { success: true } });
    expect((await billing()).organizations[0]).toMatchObject({
      fee: { monthlyCents: 110_000, startsOn: dayIn(-40) },
      next: { monthlyCents: 130_000, startsOn: dayIn(50) },
    });
    expect((await ownBilling('orgAdmin', 'cedar')).history).toEqual([
      { monthlyCents: 130_000, startsOn: dayIn(50), endsOn: null },
      { monthlyCents: 110_000, startsOn: dayIn(-40), endsOn: dayIn(49) },
    ]);
    const [entry] = await world.owner<{ log: string }>(
      'select log from audit_log order by occurred_at desc, seq desc limit 1',
    );
    expect(entry?.log).toBe(`Withdrew the monthly fee agreed with Cedar from ${dayIn(20)} on`);
  });

  test('a fee that has begun is not withdrawn, nor one that nobody agreed on', async () => {
    await addFee('cedar', dayIn(-40), 110_000);
    await addFee('cedar', dayIn(0), 120_000);
    for (const startsOn of [dayIn(-40), dayIn(0), dayIn(20)]) {
      expect(await withdraw('cedar', startsOn)).toMatchObject({ status: 404, json: { code: 'fee.not_planned' } });
    }
    expect(await withdraw('cedar', 'tomorrow')).toMatchObject({ status: 400, json: { code: 'request.invalid' } });
    expect((await ownBilling('orgAdmin', 'cedar')).history).toHaveLength(2);
  });

  test.each([
    { monthlyCents: -1, startsOn: '2030-01-01' },
    { monthlyCents: 1.5, startsOn: '2030-01-01' },
    { monthlyCents: 100_000_001, startsOn: '2030-01-01' },
    { monthlyCents: 100, startsOn: '2030-02-30' },
    { monthlyCents: 100, startsOn: '01/02/2030' },
    { monthlyCents: '100', startsOn: '2030-01-01' },
    { monthlyCents: 100, startsOn: '2030-01-01', currency: 'EUR' },
  ])('what is not a fee is refused: %j', async (body) => {
    expect(await set('cedar', body)).toMatchObject({ status: 400, json: { code: 'request.invalid' } });
  });

  test('an organization sees what it pays, to whom, since when, and what it paid before', async () => {
    await addFee('cedar', dayIn(-100), 90_000);
    await addFee('cedar', dayIn(-10), 110_000);
    await addFee('cedar', dayIn(30), 115_000);
    expect(await ownBilling('orgAdmin', 'cedar')).toEqual({
      mspName: 'Harbor',
      fee: { monthlyCents: 110_000, startsOn: dayIn(-10) },
      next: { monthlyCents: 115_000, startsOn: dayIn(30) },
      history: [
        { monthlyCents: 115_000, startsOn: dayIn(30), endsOn: null },
        { monthlyCents: 110_000, startsOn: dayIn(-10), endsOn: dayIn(29) },
        { monthlyCents: 90_000, startsOn: dayIn(-100), endsOn: dayIn(-11) },
      ],
    });
  });

  test('an independent organization pays nobody', async () => {
    expect(await ownBilling('independentAdmin', 'birch')).toMatchObject({ mspName: null, fee: null, history: [] });
    const refused = await set('birch', { monthlyCents: 100, startsOn: dayIn(1) }, 'root');
    expect(refused).toMatchObject({ status: 409, json: { code: 'fee.independent' } });
  });

  test('the list goes out as billing.csv, and that is in the log', async () => {
    await addFee('cedar', dayIn(-10), 110_050);
    await world.owner("update organizations set name = '=Oak()' where id = $1", [world.organizations.oak.id]);
    const { status, text, headers } = await world.call(exportMspBilling, { as: 'mspAdmin' });
    await world.owner("update organizations set name = 'Oak' where id = $1", [world.organizations.oak.id]);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain('billing.csv');
    expect(text.split('\r\n')).toEqual([
      '\ufeff"Customer Name","Domain","Status","Monthly Fee (USD)","In Force From","Next Fee (USD)","Next Fee From"',
      `"'=Oak()","oak.example","active","","","",""`,
      `"Cedar","cedar.example","active","1100.50","${dayIn(-10)}","",""`,
      '',
    ]);
    const [entry] = await world.owner<{ log: string }>(
      'select log from audit_log order by occurred_at desc, seq desc limit 1',
    );
    expect(entry?.log).toBe('Exported the monthly fees of the organizations');
  });
});

describe('who may see and set fees', () => {
  test.each(['mspUser', 'mspAuditor', 'orgAdmin', 'orgAuditor'] as const)('not %s', async (as) => {
    expect((await world.call(findMspBilling, { as })).status).toBe(403);
    expect((await set('cedar', { monthlyCents: 1, startsOn: dayIn(1) }, as)).status).toBe(403);
    expect((await withdraw('cedar', dayIn(1), as)).status).toBe(403);
  });

  test('an organization’s bill is for its administrator: not for its auditor, nor for the MSP, who has a page of its own', async () => {
    for (const as of ['orgAuditor', 'employee', 'mspAdmin', 'mspUser'] as const) {
      const reply = await world.call(findOrganizationBilling, { as, params: { id: world.organizations.cedar.id } });
      expect(reply.status).toBe(403);
    }
  });

  test('who reads the audit log and not the bill reads no amount there', async () => {
    const { id } = world.organizations.cedar;
    await set('cedar', { monthlyCents: 129_450, startsOn: dayIn(0) });
    for (const as of ['mspUser', 'mspAuditor', 'orgAuditor'] as const) {
      const { json } = await world.call(organizationAuditLog.list, { as, params: { id } });
      const texts = organizationAuditLog.list.reply.parse(json).entries.map(({ log }) => log);
      expect(texts[0]).toMatch(/^Agreed with Cedar/);
      expect(texts.filter((text) => /\$|1,?294/.test(text))).toEqual([]);
    }
  });

  test('a root user belongs to no MSP that could be paid', async () => {
    expect(await world.call(findMspBilling, { as: 'root' })).toMatchObject({
      status: 404,
      json: { code: 'msp.not_found' },
    });
  });
});

describe('whose fees they are', () => {
  test('another MSP sees its own organizations alone, and can set or withdraw no fee of ours', async () => {
    await addFee('cedar', dayIn(-10), 110_000);
    const theirs = await billing('foreignMspAdmin');
    expect(theirs.organizations.map(({ name }) => name)).toEqual(['Pine']);
    expect(theirs.revenue.monthlyCents).toBe(0);
    const body = { monthlyCents: 1, startsOn: dayIn(1) };
    const notFound = { status: 404, json: { code: 'organization.not_found' } };
    expect(await set('cedar', body, 'foreignMspAdmin')).toMatchObject(notFound);
    await addFee('cedar', dayIn(1), 120_000);
    expect(await withdraw('cedar', dayIn(1), 'foreignMspAdmin')).toMatchObject(notFound);
    expect((await billing()).organizations[0]?.next).toEqual({ monthlyCents: 120_000, startsOn: dayIn(1) });
  });

  test('a sibling organization’s administrator reads nothing of ours', async () => {
    const params = { id: world.organizations.cedar.id };
    expect((await world.call(findOrganizationBilling, { as: 'siblingAdmin', params })).status).toBe(404);
  });

  test('a fee counts from the first sign-in on, also where the clock of the server that made the organization was ahead', async () => {
    const { id, tenantId } = world.organizations.cedar;
    await world.owner('delete from organization_status_history where organization_id = $1', [id]);
    await world.owner(
      `insert into organization_status_history (tenant_id, organization_id, changed_at, status)
       values ($1, $2, now() + interval '5 minutes', 'pending')`,
      [tenantId, id],
    );
    await world.owner("update organizations set status = 'pending' where id = $1", [id]);
    await addFee('cedar', dayIn(-1), 90_000);
    const { email } = world.people.orgAdmin;
    expect((await world.call(authEndpoints.login, { body: { email, password: testPassword } })).status).toBe(200);
    world.clock.move({ minutes: 10 });
    const { organizations, revenue } = await billing();
    expect(organizations[0]).toMatchObject({ name: 'Cedar', status: 'active' });
    expect(revenue).toMatchObject({ monthlyCents: 90_000 });
  });

  test('deactivating an organization takes its fee out of the revenue at once', async () => {
    await addFee('oak', dayIn(-100), 60_000);
    const params = { id: world.organizations.oak.id };
    expect((await world.call(organizationEndpoints.deactivateOrganization, { as: 'mspAdmin', params })).status).toBe(
      200,
    );
    expect((await billing()).revenue).toMatchObject({ monthlyCents: 0, monthAgoCents: 60_000, changePercent: -100 });
  });
});
