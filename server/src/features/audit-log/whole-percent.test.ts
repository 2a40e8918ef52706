import { organizationAuditLog } from '@sentrywell/contract/audit-log.ts';
import { billingEndpoints } from '@sentrywell/contract/billing.ts';
import { dashboardEndpoints } from '@sentrywell/contract/dashboard.ts';
import { describe, expect, test } from 'vitest';
import { buildWorld } from '../../testing/world.ts';

const world = await buildWorld();
const { cedar } = world.organizations;

async function cards() {
  const { json } = await world.call(organizationAuditLog.summarize, { as: 'orgAdmin', params: { id: cedar.id } });
  return organizationAuditLog.summarize.reply.parse(json);
}

/** Leaves Cedar with its administrator and so many others, of whom so many signed in. */
async function staff(others: number, signedIn: number): Promise<void> {
  const ofOthers = "tenant_id = $1 and email like 'other%'";
  await world.owner(`delete from sessions where user_id in (select id from users where ${ofOthers})`, [cedar.tenantId]);
  await world.owner(`delete from users where ${ofOthers}`, [cedar.tenantId]);
  await world.owner("update users set status = 'inactive' where organization_id = $1 and id <> $2", [
    cedar.id,
    world.people.orgAdmin.userId,
  ]);
  await world.owner(
    `insert into users (tenant_id, organization_id, user_type, email, first_name, last_name, password_hash, role_id, status)
     select $1, $2, 'organization', 'other' || n || '@cedar.example', 'Other', 'Person', '', 5, 'active' from generate_series(1, $3::integer) n`,
    [cedar.tenantId, cedar.id, others],
  );
  await world.owner(
    `insert into sessions (tenant_id, token_hash, user_id, created_at, last_seen_at, expires_at)
     select tenant_id, sha256(email::bytea), id, now() - interval '1 day', now() - interval '1 day', now() + interval '1 day'
     from users where ${ofOthers} order by id limit $2`,
    [cedar.tenantId, signedIn],
  );
}

async function scored(score: number): Promise<number | null> {
  await world.owner('delete from assessments where organization_id = $1', [cedar.id]);
  await world.owner(
    `insert into assessments (tenant_id, organization_id, uuid, assessed_by_name, account, catalogue_version, score, compliant,
       partial, non_compliant, policies) values ($1, $2, gen_random_uuid(), 'Ada', 'a@b.example', '1', $3, 1, 1, 0, '')`,
    [cedar.tenantId, cedar.id, score],
  );
  return (await cards()).completion.percent;
}

describe('a figure in whole percent says 100 only where nothing is missing, and 0 only where there is nothing', () => {
  test('Resource Usage, where one of many did not sign in, and where nobody else did', async () => {
    await staff(299, 299);
    expect((await cards()).resourceUsage.percent).toBe(100);
    await staff(299, 298);
    expect((await cards()).resourceUsage.percent).toBe(99);
    await staff(299, 0);
    expect((await cards()).resourceUsage.percent).toBe(1);
  });

  test('Completion, beside which findings are open', async () => {
    expect([await scored(100), await scored(99.9), await scored(0.4), await scored(0)]).toEqual([100, 99, 1, 0]);
  });

  test('a revenue that is nearly gone did not fall by all of it', async () => {
    const params = { id: cedar.id };
    const today = new Date().toISOString().slice(0, 10);
    const fees = { '2020-01-01': 10_000_000, [today]: 2 };
    for (const [startsOn, monthlyCents] of Object.entries(fees)) {
      await world.call(billingEndpoints.setFee, { as: 'mspAdmin', params, body: { startsOn, monthlyCents } });
    }
    await world.owner("update organization_status_history set changed_at = now() - interval '1 year'");
    const { json } = await world.call(dashboardEndpoints.findMspDashboard, { as: 'mspAdmin' });
    expect(json).toMatchObject({ revenue: { monthlyCents: 2, monthAgoCents: 10_000_000, changePercent: -99 } });
  });
});
