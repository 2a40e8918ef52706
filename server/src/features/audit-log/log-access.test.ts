import { type AuditPage, mspAuditLog, organizationAuditLog } from '@sentrywell/contract/audit-log.ts';
import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { type Endpoint, pathOf } from '@sentrywell/contract/endpoint.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildWorld, type CallOptions, type PersonKey, type Reply, testPassword } from '../../testing/world.ts';

const world = await buildWorld();
const { organizations, msps } = world;
const { cedar, oak, pine, birch } = organizations;

beforeAll(async () => {
  const write = (tenant: number, organization: number | null, log: string) =>
    world.owner(
      "select audit_write($1, now(), $2, 'Policy', $3, 'Ada Tester', null, null, null, 'success', '', '', 'seeded')",
      [tenant, organization, log],
    );
  await write(msps.harbor, null, 'Of Harbor itself');
  await write(msps.harbor, cedar.id, 'Of Cedar');
  await write(msps.harbor, oak.id, 'Of Oak');
  await write(msps.lake, null, 'Of Lake itself');
  await write(msps.lake, pine.id, 'Of Pine');
  await write(birch.tenantId, birch.id, 'Of Birch');
  await write(1, null, 'Of the platform');
});

const errorBody = z.object({ code: z.string() });

function pageOf(reply: Reply): AuditPage {
  expect(reply.status).toBe(200);
  return mspAuditLog.list.reply.parse(reply.json);
}

const seeded = ({ entries }: AuditPage) =>
  entries
    .filter(({ requestId }) => requestId === 'seeded')
    .map(({ log }) => log)
    .sort();
const mspLog = async (as: PersonKey, query: CallOptions['query'] = {}) =>
  pageOf(await world.call(mspAuditLog.list, { as, query: { limit: 200, ...query } }));
const organizationLog = async (as: PersonKey, id: number) =>
  pageOf(await world.call(organizationAuditLog.list, { as, params: { id }, query: { limit: 200 } }));

describe('what is written down', () => {
  test('a sign-in, a failed one and a refused access, with who, from where and with which result', async () => {
    const headers = { 'user-agent': 'Test browser' };
    const { cookie } = await world.call(authEndpoints.login, {
      body: { email: 'admin@cedar.example', password: testPassword },
      headers,
    });
    await world.call(authEndpoints.login, { body: { email: 'admin@cedar.example', password: 'wrong' }, headers });
    await world.call(mspAuditLog.list, { ...(cookie === undefined ? {} : { cookie }), headers });
    const { entries } = await organizationLog('orgAdmin', cedar.id);
    const mine = entries.filter(({ userAgent }) => userAgent === 'Test browser');
    expect(mine.map(({ log, result, category, user, address }) => ({ log, result, category, user, address }))).toEqual([
      {
        log: 'Access refused: GET /api/msp-service/msp/audit-logs',
        result: 'refused',
        category: 'Authentication',
        user: 'orgAdmin Tester',
        address: '127.0.0.1',
      },
      {
        log: 'Sign-in failed for orgAdmin Tester (admin@cedar.example)',
        result: 'failure',
        category: 'Authentication',
        user: 'Unknown',
        address: '127.0.0.1',
      },
      {
        log: 'Signed in',
        result: 'success',
        category: 'Authentication',
        user: 'orgAdmin Tester',
        address: '127.0.0.1',
      },
    ]);
    expect(new Set(mine.map(({ requestId }) => requestId)).size).toBe(3);
  });

  test('every refusal of a right, whatever the reason, once; to be asked for the password again is none', async () => {
    const { siblingAdmin } = world.people;
    const refused = async (endpoint: Endpoint, options: CallOptions) => {
      const seen = 'select coalesce(max(seq), 0) as seq from audit_log where tenant_id = $1';
      const [before] = await world.owner<{ seq: string }>(seen, [msps.harbor]);
      const { status, json } = await world.call(endpoint, { as: 'siblingAdmin', ...options });
      const entries = await world.owner(
        `select log, result, category, user_name, organization_id::integer from audit_log where tenant_id = $1 and seq > $2`,
        [msps.harbor, before?.seq],
      );
      return { status, code: errorBody.parse(json).code, entries };
    };
    const entry = (call: string) => ({
      log: `Access refused: ${call}`,
      result: 'refused',
      category: 'Authentication',
      user_name: siblingAdmin.name,
      organization_id: oak.id,
    });
    const invited = { email: 'analyst@oak.example', role: 'SECURITY_ANALYST' };
    expect(await refused(invitationEndpoints.inviteMember, { body: invited })).toEqual({
      status: 403,
      code: 'invitation.role_not_allowed',
      entries: [entry(`POST ${invitationEndpoints.inviteMember.path}`)],
    });
    const settings = { params: { id: oak.id }, body: { retentionYears: 7, legalHold: false } };
    expect(await refused(organizationAuditLog.changeSettings, settings)).toEqual({
      status: 403,
      code: 'audit.managed_by_msp',
      entries: [entry(`POST ${pathOf(organizationAuditLog.changeSettings, { id: oak.id })}`)],
    });
    await world.owner('update organizations set second_factor_required = true where id = $1', [oak.id]);
    expect(await refused(organizationAuditLog.list, { params: { id: oak.id } })).toEqual({
      status: 403,
      code: 'access.second_factor_needed',
      entries: [entry(`GET ${pathOf(organizationAuditLog.list, { id: oak.id })}`)],
    });
    await world.owner('update organizations set second_factor_required = false where id = $1', [oak.id]);
    await world.owner("update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1", [
      siblingAdmin.userId,
    ]);
    expect(await refused(accountEndpoints.beginTotp, {})).toEqual({
      status: 403,
      code: 'access.step_up_needed',
      entries: [],
    });
  });

  test('what cannot be written down does not happen', async () => {
    const grant = (verb: string, preposition: string) =>
      world.owner(
        `${verb} execute on function audit_append(bigint, text, text, text, bigint, text, text, text, text, text, text) ${preposition} app_user`,
      );
    const rename = () =>
      world.call(organizationEndpoints.renameOrganization, {
        as: 'orgAdmin',
        params: { id: cedar.id },
        body: { name: 'Renamed without a trace', domainName: 'cedar.example' },
      });
    await grant('revoke', 'from');
    expect((await rename()).status).toBe(500);
    await grant('grant', 'to');
    const [row] = await world.owner<{ name: string }>('select name from organizations where id = $1', [cedar.id]);
    expect(row?.name).toBe('Cedar');
    expect((await rename()).status).toBe(200);
  });
});

describe('who may read the audit log', () => {
  test.each<[PersonKey, number]>([
    ['root', 200],
    ['mspAdmin', 200],
    ['mspAuditor', 200],
    ['mspUser', 403],
    ['orgAdmin', 403],
    ['orgAuditor', 403],
    ['securityAnalyst', 403],
  ])('of the MSP: %s gets %i', async (as, status) => {
    expect((await world.call(mspAuditLog.list, { as })).status).toBe(status);
  });

  test.each<[PersonKey, number]>([
    ['root', 200],
    ['mspAdmin', 200],
    ['mspAuditor', 200],
    ['mspUser', 200],
    ['orgAdmin', 200],
    ['orgAuditor', 200],
    ['securityAnalyst', 403],
    ['complianceAnalyst', 403],
    ['employee', 403],
    ['vendor', 403],
    ['siblingAdmin', 404],
    ['foreignMspAdmin', 404],
    ['foreignAdmin', 404],
    ['independentAdmin', 404],
  ])('of an organization: %s gets %i', async (as, status) => {
    for (const call of [organizationAuditLog.list, organizationAuditLog.exportCsv, organizationAuditLog.summarize]) {
      expect((await world.call(call, { as, params: { id: cedar.id } })).status).toBe(status);
    }
  });

  test('nobody without a session', async () => {
    for (const call of [
      mspAuditLog.list,
      mspAuditLog.exportCsv,
      mspAuditLog.exportChain,
      mspAuditLog.downloadVerifier,
    ]) {
      expect((await world.call(call)).status).toBe(401);
    }
  });

  test('an organization’s settings are changed by its administrator only where no MSP decides', async () => {
    const body = { retentionYears: 7, legalHold: false };
    const change = (as: PersonKey, id: number) =>
      world.call(organizationAuditLog.changeSettings, { as, params: { id }, body });
    expect(await change('orgAdmin', cedar.id)).toMatchObject({ status: 403, json: { code: 'audit.managed_by_msp' } });
    expect(await change('mspAdmin', cedar.id)).toMatchObject({ status: 403, json: { code: 'audit.managed_by_msp' } });
    expect(await change('orgAuditor', cedar.id)).toMatchObject({ status: 403, json: { code: 'access.denied' } });
    expect(await change('independentAdmin', birch.id)).toMatchObject({
      status: 200,
      json: { retentionYears: 7, legalHold: false, managedByMsp: false, forwarding: { kind: 'off' } },
    });
    expect(await world.call(mspAuditLog.changeSettings, { as: 'mspAuditor', body })).toMatchObject({ status: 403 });
    for (const retentionYears of [5, 101, 6.5]) {
      const refused = await world.call(mspAuditLog.changeSettings, {
        as: 'mspAdmin',
        body: { ...body, retentionYears },
      });
      expect(refused.status).toBe(400);
    }
    expect(await world.call(mspAuditLog.changeSettings, { as: 'mspAdmin', body })).toMatchObject({ status: 200 });
  });
});

describe('whose audit log it is', () => {
  test('an MSP sees its own entries and those of its organizations, as far as the person’s scopes reach', async () => {
    expect(seeded(await mspLog('mspAdmin'))).toEqual(['Of Cedar', 'Of Harbor itself', 'Of Oak']);
    expect(seeded(await mspLog('mspAuditor'))).toEqual(['Of Cedar', 'Of Harbor itself']);
    expect(seeded(await mspLog('foreignMspAdmin'))).toEqual(['Of Lake itself', 'Of Pine']);
    expect(seeded(await mspLog('root'))).toEqual(['Of the platform']);
  });

  test('words, categories and counts reach no further than the entries', async () => {
    const found = await mspLog('mspAuditor', { search: 'of ' });
    expect(seeded(found)).toEqual(['Of Cedar', 'Of Harbor itself']);
    expect(found.total.count).toBe(found.entries.length);
    const all = await mspLog('mspAuditor');
    expect(all.total).toEqual({ count: all.entries.length, exact: true });
    const own = await organizationLog('orgAdmin', cedar.id);
    expect(own.total).toEqual({ count: own.entries.length, exact: true });
    const words = await world.call(organizationAuditLog.list, {
      as: 'orgAdmin',
      params: { id: cedar.id },
      query: { search: 'OF OAK' },
    });
    expect(pageOf(words).total.count).toBe(0);
  });

  test('the filter by organization reaches only organizations of the person', async () => {
    expect(seeded(await mspLog('mspAdmin', { organizationId: oak.id }))).toEqual(['Of Oak']);
    expect(seeded(await mspLog('mspAuditor', { organizationId: cedar.id }))).toEqual(['Of Cedar']);
    for (const [as, id] of [
      ['mspAuditor', oak.id],
      ['mspAdmin', pine.id],
      ['mspAdmin', 999_999],
    ] as const) {
      const reply = await world.call(mspAuditLog.list, { as, query: { organizationId: id } });
      expect(reply).toMatchObject({ status: 404, json: { code: 'organization.not_found' } });
    }
  });

  test('an organization sees its own alone, whoever looks', async () => {
    expect(seeded(await organizationLog('orgAdmin', cedar.id))).toEqual(['Of Cedar']);
    expect(seeded(await organizationLog('mspAdmin', cedar.id))).toEqual(['Of Cedar']);
    expect(seeded(await organizationLog('root', birch.id))).toEqual(['Of Birch']);
  });

  test('an entry of somebody else is the same 404 as none', async () => {
    const [row] = await world.owner<{ seq: string }>(
      "select seq from audit_log where tenant_id = $1 and log = 'Of Oak'",
      [msps.harbor],
    );
    const seq = Number(row?.seq);
    const asked = (as: PersonKey, position: number) =>
      world.call(organizationAuditLog.findEntry, { as, params: { id: cedar.id, seq: position } });
    const foreign = await asked('orgAdmin', seq);
    expect(foreign).toMatchObject({ status: 404, json: { code: 'audit.entry_not_found' } });
    expect((await asked('orgAdmin', 99_999)).json).toEqual(foreign.json);
    expect(await world.call(mspAuditLog.findEntry, { as: 'mspAuditor', params: { seq } })).toMatchObject({
      status: 404,
    });
    expect(await world.call(mspAuditLog.findEntry, { as: 'mspAdmin', params: { seq } })).toMatchObject({
      status: 200,
      json: { entry: { log: 'Of Oak', organizationName: 'Oak' }, chain: { verified: true, reason: null } },
    });
  });

  test('the details of an entry name its organization, also on the organization’s own page', async () => {
    const [row] = await world.owner<{ seq: string }>("select seq from audit_log where log = 'Of Birch'");
    const params = { id: birch.id, seq: Number(row?.seq) };
    for (const as of ['independentAdmin', 'root'] as const) {
      expect(await world.call(organizationAuditLog.findEntry, { as, params })).toMatchObject({
        status: 200,
        json: { entry: { organizationId: birch.id, organizationName: 'Birch' } },
      });
    }
  });

  test('an entry beside one of a sibling verifies without showing the sibling’s', async () => {
    const [row] = await world.owner<{ seq: string }>(
      "select seq from audit_log where tenant_id = $1 and log = 'Of Cedar'",
      [msps.harbor],
    );
    const reply = await world.call(organizationAuditLog.findEntry, {
      as: 'orgAdmin',
      params: { id: cedar.id, seq: Number(row?.seq) },
    });
    expect(reply).toMatchObject({ status: 200, json: { chain: { verified: true } } });
    expect(reply.text).not.toContain('Oak');
    await world.owner("update audit_log set log = 'Of nobody' where tenant_id = $1 and seq = $2", [
      msps.harbor,
      row?.seq,
    ]);
    const changed = await world.call(organizationAuditLog.findEntry, {
      as: 'orgAdmin',
      params: { id: cedar.id, seq: Number(row?.seq) },
    });
    expect(changed).toMatchObject({
      json: { chain: { verified: false, reason: expect.stringContaining('was changed') } },
    });
  });
});
