import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../../testing/add-person.ts';
import { buildWorld, type PersonKey, testPassword, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const {
  listTenants,
  findOrganization,
  renameOrganization,
  deactivateOrganization,
  reactivateOrganization,
  findMspProfile,
  renameMsp,
} = organizationEndpoints;

const names = async (as: PersonKey) =>
  listTenants.reply.parse((await world.call(listTenants, { as })).json).tenants.map(({ name }) => name);
const find = (as: PersonKey, id: number) => world.call(findOrganization, { as, params: { id } });
const rename = (as: PersonKey, id: number, name: string, domainName: string) =>
  world.call(renameOrganization, { as, params: { id }, body: { name, domainName } });
const lastLog = async () => {
  const [row] = await world.owner<{ log: string; category: string; organization_id: number | null }>(
    "select log, category, organization_id::int from audit_log where category <> 'Authentication' order by occurred_at desc, seq desc limit 1",
  );
  return row;
};
const domainOwners = (domain: string) =>
  world.owner<{ organization_id: number }>(
    "select organization_id::int from domain_directory where kind = 'organization' and domain_name = $1",
    [domain],
  );

type Judged = { readonly rules?: string; readonly tier2?: boolean; readonly counted?: number };

describe('organizations: what it does', () => {
  test('the list has the score before, where it was judged by the same rules and tiers', async () => {
    const assess = (day: number, score: number, { rules, tier2 = false, counted = 1 }: Judged) =>
      world.owner(
        `insert into assessments (tenant_id, organization_id, uuid, assessed_by_name, account, catalogue_version, rules,
           include_tier_2, score, compliant, partial, non_compliant, policies, assessed_at)
         values ($1, $2, gen_random_uuid(), 'x', 'x', '1', $3, $4, $5, $6, 0, 0, '', make_timestamptz(2026, 1, $7, 8, 0, 0))`,
        [world.msps.harbor, world.organizations.cedar.id, rules ?? null, tier2, score, counted, day],
      );
    const scores = async () => {
      const { tenants } = listTenants.reply.parse((await world.call(listTenants, { as: 'mspAdmin' })).json);
      const cedar = tenants.find(({ id }) => id === world.organizations.cedar.id);
      return [cedar?.scoreBefore, cedar?.score];
    };
    expect(await scores()).toEqual([null, null]);
    await assess(1, 81.8, {});
    expect(await scores()).toEqual([null, 81.8]);
    await assess(2, 80, {});
    expect(await scores()).toEqual([null, 80]);
    await assess(3, 81.8, { rules: 'aaaaaaaa' });
    expect(await scores()).toEqual([null, 81.8]);
    await assess(4, 78.8, { rules: 'aaaaaaaa' });
    expect(await scores()).toEqual([81.8, 78.8]);
    await assess(5, 70, { rules: 'bbbbbbbb' });
    expect(await scores()).toEqual([null, 70]);
    await assess(6, 60, { rules: 'bbbbbbbb', tier2: true });
    expect(await scores()).toEqual([null, 60]);
    await assess(7, 0, { rules: 'bbbbbbbb', tier2: true, counted: 0 });
    expect(await scores()).toEqual([60, null]);
    await assess(8, 65, { rules: 'bbbbbbbb', tier2: true });
    expect(await scores()).toEqual([null, 65]);
    await world.owner('delete from assessments where organization_id = $1', [world.organizations.cedar.id]);
  });

  test('an administrator changes name and domain, and they show everywhere', async () => {
    const { cedar } = world.organizations;
    expect((await rename('mspAdmin', cedar.id, '  Cedar Clinic ', 'CedarClinic.example')).status).toBe(200);
    expect(await lastLog()).toEqual({
      log: 'Renamed Cedar to Cedar Clinic. Changed the domain of Cedar Clinic from cedar.example to cedarclinic.example',
      category: 'Organization',
      organization_id: cedar.id,
    });
    expect((await find('orgAdmin', cedar.id)).json).toMatchObject({
      organization: { name: 'Cedar Clinic', domainName: 'cedarclinic.example', mspName: 'Harbor' },
    });
    expect(await names('mspAdmin')).toContain('Cedar Clinic');
    expect([await domainOwners('cedarclinic.example'), await domainOwners('cedar.example')]).toEqual([
      [{ organization_id: cedar.id }],
      [],
    ]);
    expect((await rename('mspAdmin', cedar.id, 'Cedar', 'cedar.example')).status).toBe(200);
    expect((await rename('mspAdmin', cedar.id, 'Cedar', 'cedar.example')).status).toBe(200);
    expect(await domainOwners('cedar.example')).toEqual([{ organization_id: cedar.id }]);
    expect((await lastLog())?.log).toBe('Saved Cedar without a change');
  });

  test('a domain belongs to one organization, of whatever MSP', async () => {
    const { cedar } = world.organizations;
    const taken = {
      status: 409,
      json: { code: 'organization.domain_taken', issues: [{ path: 'domainName' }] },
    };
    for (const domain of ['oak.example', 'pine.example', 'birch.example']) {
      expect(await rename('mspAdmin', cedar.id, 'Cedar', domain)).toMatchObject(taken);
    }
    expect((await find('orgAdmin', cedar.id)).json).toMatchObject({ organization: { domainName: 'cedar.example' } });
    expect(await domainOwners('cedar.example')).toHaveLength(1);
  });

  test('two organizations that want one domain at once: one gets it, 20 times', async () => {
    const { cedar, oak } = world.organizations;
    for (let round = 0; round < 20; round += 1) {
      const domain = `wanted${round}.example`;
      const replies = await Promise.all([
        rename('mspAdmin', cedar.id, 'Cedar', domain),
        rename('mspAdmin', oak.id, 'Oak', domain),
      ]);
      expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
      expect(await domainOwners(domain)).toHaveLength(1);
    }
    expect((await rename('mspAdmin', cedar.id, 'Cedar', 'cedar.example')).status).toBe(200);
    expect((await rename('mspAdmin', oak.id, 'Oak', 'oak.example')).status).toBe(200);
  });

  test('a public mail domain is nobody’s: several may have it', async () => {
    const { cedar, oak } = world.organizations;
    expect((await rename('mspAdmin', cedar.id, 'Cedar', 'gmail.com')).status).toBe(200);
    expect((await rename('mspAdmin', oak.id, 'Oak', 'gmail.com')).status).toBe(200);
    expect(await domainOwners('gmail.com')).toEqual([]);
    await rename('mspAdmin', cedar.id, 'Cedar', 'cedar.example');
    await rename('mspAdmin', oak.id, 'Oak', 'oak.example');
    expect(await domainOwners('cedar.example')).toHaveLength(1);
  });

  test('an organization’s own admin takes no domain but that of their own address', async () => {
    const { cedar } = world.organizations;
    const notOwn = {
      status: 403,
      json: {
        code: 'organization.domain_not_own',
        message: expect.stringContaining('only the domain of your own e-mail address'),
        issues: [{ path: 'domainName', message: expect.stringContaining('Ask your provider') }],
      },
    };
    for (const domain of ['bighospital.example', 'sub.cedar.example', 'gmail.com']) {
      expect(await rename('orgAdmin', cedar.id, 'Cedar Clinic', domain)).toMatchObject(notOwn);
      expect(await domainOwners(domain)).toEqual([]);
    }
    expect((await find('orgAdmin', cedar.id)).json).toMatchObject({
      organization: { name: 'Cedar', domainName: 'cedar.example' },
    });
    await rename('mspAdmin', cedar.id, 'Cedar', 'elsewhere.example');
    expect((await rename('orgAdmin', cedar.id, 'Cedar Clinic', 'elsewhere.example')).status).toBe(200);
    expect((await rename('orgAdmin', cedar.id, 'Cedar', 'cedar.example')).status).toBe(200);
    expect(await domainOwners('cedar.example')).toEqual([{ organization_id: cedar.id }]);
  });

  test('a public mail domain is not even taken by whoever has an address there', async () => {
    const { birch } = world.organizations;
    const { cookie } = await addPerson(world, {
      email: 'birch@gmail.com',
      role: 'ORG_ADMIN',
      tenantId: birch.tenantId,
      organizationId: birch.id,
    });
    const body = { name: 'Birch', domainName: 'gmail.com' };
    expect(await world.call(renameOrganization, { cookie, params: { id: birch.id }, body })).toMatchObject({
      status: 403,
      json: { code: 'organization.domain_not_own' },
    });
  });

  test('a name and a domain must be what they say', async () => {
    const { cedar } = world.organizations;
    for (const [name, domainName] of [
      ['', 'cedar.example'],
      ['   ', 'cedar.example'],
      ['x'.repeat(101), 'cedar.example'],
      ['Ce\u0000dar', 'cedar.example'],
      ['\u200b\u202e', 'cedar.example'],
      ['Cedar', ''],
      ['Cedar', 'cedar'],
      ['Cedar', 'https://cedar.example'],
      ['Cedar', 'a b.example'],
    ] as const) {
      expect([name, domainName, (await rename('orgAdmin', cedar.id, name, domainName)).status]).toEqual([
        name,
        domainName,
        400,
      ]);
    }
    const body = { name: 'Cedar', domainName: 'cedar.example', mspId: world.msps.lake };
    expect((await world.call(renameOrganization, { as: 'orgAdmin', params: { id: cedar.id }, body })).status).toBe(400);
  });

  test('deactivated: its people are out at once and cannot sign in; the record stays; reactivated: they can', async () => {
    const { pine } = world.organizations;
    const params = { id: pine.id };
    const me = () => world.call(authEndpoints.me, { as: 'foreignAdmin' });
    const signIn = () =>
      world.call(authEndpoints.login, { body: { email: 'admin@pine.example', password: testPassword } });
    await world.owner('update users set last_signed_in_at = now() where organization_id = $1', [pine.id]);
    expect((await me()).status).toBe(200);
    expect((await world.call(deactivateOrganization, { as: 'foreignMspAdmin', params })).status).toBe(200);
    expect(await lastLog()).toMatchObject({ log: 'Deactivated the organization Pine', category: 'Organization' });
    expect((await me()).status).toBe(401);
    const whom = 'Your organization has been deactivated. Ask Lake.';
    expect(await signIn()).toMatchObject({ status: 403, json: { code: 'organization.deactivated', message: whom } });
    expect((await find('foreignMspAdmin', pine.id)).json).toMatchObject({ organization: { status: 'inactive' } });
    expect(await world.call(deactivateOrganization, { as: 'foreignMspAdmin', params })).toMatchObject({
      status: 409,
      json: { code: 'organization.not_active' },
    });
    expect((await world.call(reactivateOrganization, { as: 'foreignMspAdmin', params })).status).toBe(200);
    expect(await world.call(reactivateOrganization, { as: 'foreignMspAdmin', params })).toMatchObject({
      status: 409,
      json: { code: 'organization.already_active' },
    });
    // What was ended stays ended; signing in works again.
    expect((await me()).status).toBe(401);
    expect((await signIn()).status).toBe(200);
    const history = await world.owner(
      'select status from organization_status_history where organization_id = $1 order by changed_at',
      [pine.id],
    );
    expect(history).toEqual([{ status: 'active' }, { status: 'inactive' }, { status: 'active' }]);
  });

  test('reactivated before anybody signed in: still pending', async () => {
    const { oak } = world.organizations;
    await world.owner("update organizations set status = 'pending' where id = $1", [oak.id]);
    await world.call(deactivateOrganization, { as: 'mspAdmin', params: { id: oak.id } });
    await world.call(reactivateOrganization, { as: 'mspAdmin', params: { id: oak.id } });
    expect((await find('mspAdmin', oak.id)).json).toMatchObject({ organization: { status: 'pending' } });
    await world.owner("update organizations set status = 'active' where id = $1", [oak.id]);
    await world.owner(
      "update sessions set ended_at = null where user_id = (select id from users where email = 'admin@oak.example')",
    );
  });

  test('pressed ten times at once an organization is deactivated once', async () => {
    const { birch } = world.organizations;
    const calls = (endpoint: typeof deactivateOrganization | typeof reactivateOrganization) =>
      Promise.all(Array.from({ length: 10 }, () => world.call(endpoint, { as: 'root', params: { id: birch.id } })));
    const out = (await calls(deactivateOrganization)).map(({ status }) => status);
    const back = (await calls(reactivateOrganization)).map(({ status }) => status);
    expect([out, back].map((statuses) => statuses.filter((status) => status === 200).length)).toEqual([1, 1]);
    expect(
      await world.owner('select status from organization_status_history where organization_id = $1', [birch.id]),
    ).toHaveLength(3);
    await world.owner(
      "update sessions set ended_at = null where user_id = (select id from users where email = 'admin@birch.example')",
    );
  });

  test('an MSP changes its name', async () => {
    expect((await world.call(findMspProfile, { as: 'mspUser' })).json).toEqual({
      msp: { id: world.msps.harbor, name: 'Harbor', domainName: 'harbor.example' },
    });
    expect((await world.call(renameMsp, { as: 'mspAdmin', body: { name: ' Harbor IT ' } })).status).toBe(200);
    expect(await lastLog()).toMatchObject({ log: 'Renamed the MSP Harbor to Harbor IT', category: 'Organization' });
    expect((await find('orgAdmin', world.organizations.cedar.id)).json).toMatchObject({
      organization: { mspName: 'Harbor IT' },
    });
    expect((await world.call(renameMsp, { as: 'mspAdmin', body: { name: '' } })).status).toBe(400);
    expect((await world.call(findMspProfile, { as: 'root' })).status).toBe(404);
    expect((await world.call(renameMsp, { as: 'root', body: { name: 'Mine' } })).status).toBe(404);
  });
});
