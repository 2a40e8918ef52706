import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { roleIds } from '@sentrywell/contract/permissions.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { newToken } from '../../kernel/token.ts';
import { type StoredInvitation, storeInvitation } from '../../testing/stored-invitation.ts';
import { buildWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const goodPassword = 'seven green kettles sing';
const jane = { firstName: 'Jane', lastName: 'Doe', password: goodPassword, token: '' };

const asOrganization = (body: object) =>
  world.call(registrationEndpoints.registerOrganization, { body: { ...jane, ...body } });
const asMsp = (body: object) => world.call(registrationEndpoints.registerMsp, { body: { ...jane, ...body } });
const signIn = (email: string) => world.call(authEndpoints.login, { body: { email, password: goodPassword } });

async function meOf(email: string) {
  const { cookie = '' } = await signIn(email);
  return world.call(authEndpoints.me, { cookie });
}

const invite = (invitation: StoredInvitation) => storeInvitation(world, invitation);

const logsOf = async (tenantId: number) =>
  (await world.owner<{ log: string }>('select log from audit_log where tenant_id = $1 order by seq', [tenantId])).map(
    ({ log }) => log,
  );

describe('registering an organization: what it does', () => {
  test('makes an independent organization with the person as its administrator', async () => {
    const reply = await asOrganization({ email: 'Jane@Maple-Health.example' });
    expect(reply).toMatchObject({ status: 200, json: { success: true, next: 'sign_in' } });
    const me = await meOf('jane@maple-health.example');
    expect(me.json).toMatchObject({
      mspId: null,
      userType: 'organization',
      roleId: roleIds.ORG_ADMIN,
      status: 'active',
    });
    const [organization] = await world.owner<{ tenant_id: string; msp_id: null; name: string; status: string }>(
      "select tenant_id, msp_id, name, status from organizations where domain_name = 'maple-health.example'",
    );
    expect(organization).toMatchObject({ msp_id: null, name: 'Maple Health', status: 'active' });
    const history = await world.owner<{ status: string }>(
      'select status from organization_status_history where tenant_id = $1 order by changed_at',
      [organization?.tenant_id],
    );
    expect(history.map(({ status }) => status)).toEqual(['pending', 'active']);
    expect(await logsOf(Number(organization?.tenant_id))).toEqual([
      'Organization Maple Health (maple-health.example) was registered',
      'Jane Doe (jane@maple-health.example) registered as Admin',
      'Signed in',
    ]);
  });

  test('a domain that an organization has already is refused, whoever manages that organization', async () => {
    for (const email of ['new@cedar.example', 'new@birch.example']) {
      expect(await asOrganization({ email })).toMatchObject({
        status: 409,
        json: {
          code: 'registration.domain_taken',
          message: 'An organization with this domain already exists. Ask its administrator for an invitation.',
        },
      });
    }
    expect(await world.owner("select 1 from users where email like 'new@%'")).toEqual([]);
  });

  test('people with public mail addresses each get their own', async () => {
    for (const email of ['ann.one@gmail.com', 'ben.two@gmail.com']) {
      expect((await asOrganization({ email })).status).toBe(200);
    }
    const rows = await world.owner("select name from organizations where domain_name = 'gmail.com'");
    expect(rows).toEqual([{ name: 'Jane Doe' }, { name: 'Jane Doe' }]);
  });
});

describe('registering an MSP: what it does', () => {
  test('a new domain makes a new MSP, named after it, with the person as its super admin', async () => {
    expect(await asMsp({ email: 'jane@riverside-it.example' })).toMatchObject({
      status: 200,
      json: { next: 'sign_in' },
    });
    const me = await meOf('jane@riverside-it.example');
    expect(me.json).toMatchObject({
      userType: 'msp',
      orgId: null,
      roleId: roleIds.MSP_SUPER_ADMIN,
      scopes: [{ resourceType: 'msp', resourceId: -1, effectivePermissions: 127 }],
    });
    expect(await world.owner("select name from msps where domain_name = 'riverside-it.example'")).toEqual([
      { name: 'Riverside It' },
    ]);
  });

  test('a domain that an MSP has makes a request to join it; until approval nobody gets in', async () => {
    const reply = await asMsp({ email: 'newcomer@harbor.example' });
    expect(reply).toMatchObject({ status: 200, json: { next: 'wait_for_approval' } });
    expect(await signIn('newcomer@harbor.example')).toMatchObject({
      status: 403,
      json: { message: 'Your request to join Harbor is waiting for approval.' },
    });
    const rows = await world.owner<{ status: string; role_id: number; request: string; scopes: string }>(
      `select u.status, u.role_id, r.status as request,
         (select count(*) from role_assignments a where a.tenant_id = u.tenant_id and a.user_id = u.id) as scopes
       from users u join access_requests r on r.tenant_id = u.tenant_id and r.user_id = u.id
       where u.email = 'newcomer@harbor.example'`,
    );
    expect(rows).toEqual([{ status: 'pending', role_id: roleIds.MSP_USER, request: 'pending', scopes: '0' }]);
    expect((await logsOf(world.msps.harbor)).at(-2)).toBe('Jane Doe (newcomer@harbor.example) asked to join Harbor');
  });

  test('a public mail domain always makes a separate MSP', async () => {
    for (const email of ['msp.one@outlook.com', 'msp.two@outlook.com']) {
      expect(await asMsp({ email })).toMatchObject({ status: 200, json: { next: 'sign_in' } });
    }
    expect(await world.owner("select 1 from msps where domain_name = 'outlook.com'")).toHaveLength(2);
  });

  test('ten founders at once: one MSP, and nine requests to join it', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => asMsp({ email: `founder${index}@parallel.example` })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await world.owner("select 1 from msps where domain_name = 'parallel.example'")).toHaveLength(1);
    const users = await world.owner<{ status: string }>(
      "select status from users where email like '%@parallel.example' order by status",
    );
    expect(users.map(({ status }) => status)).toEqual(['active', ...Array(9).fill('pending')]);
  });
});

describe('registering with an invitation: what it does', () => {
  test('an organization comes under the inviting MSP and is pending until somebody signs in', async () => {
    const email = 'boss@willow.example';
    const token = await invite({ kind: 'organization', role: 'ORG_ADMIN', email });
    expect(await asOrganization({ email: 'somebody@else.example', token })).toMatchObject({
      status: 200,
      json: { next: 'sign_in' },
    });
    const status = () =>
      world.owner("select msp_id::int, status from organizations where domain_name = 'willow.example'");
    expect(await status()).toEqual([{ msp_id: world.msps.harbor, status: 'pending' }]);
    expect((await meOf(email)).json).toMatchObject({ mspId: world.msps.harbor, roleId: roleIds.ORG_ADMIN });
    expect(await status()).toEqual([{ msp_id: world.msps.harbor, status: 'active' }]);
    expect(await world.owner("select 1 from users where email = 'somebody@else.example'")).toEqual([]);
  });

  test('an organization whose domain the MSP has already is joined', async () => {
    const email = 'second@cedar.example';
    const token = await invite({ kind: 'organization', role: 'ORG_AUDITOR', email });
    expect((await asOrganization({ email: '', token })).status).toBe(200);
    expect((await meOf(email)).json).toMatchObject({
      orgId: world.organizations.cedar.id,
      roleId: roleIds.ORG_AUDITOR,
    });
  });

  test('an organization whose domain another MSP has is refused, and the invitation stays good', async () => {
    const token = await invite({ kind: 'organization', role: 'ORG_ADMIN', email: 'new@pine.example' });
    expect(await asOrganization({ email: '', token })).toMatchObject({
      status: 409,
      json: { code: 'registration.domain_taken' },
    });
    expect(
      await world.owner("select 1 from invitations where email = 'new@pine.example' and used_at is null"),
    ).toHaveLength(1);
  });

  test('a root user’s invitation makes an independent organization', async () => {
    const token = await invite({ tenantId: 1, kind: 'organization', role: 'ORG_ADMIN', email: 'boss@aspen.example' });
    expect((await asOrganization({ email: '', token })).status).toBe(200);
    expect((await meOf('boss@aspen.example')).json).toMatchObject({ mspId: null, roleId: roleIds.ORG_ADMIN });
    // The invitation stands in the platform's tenant, and so does what became of it.
    expect((await logsOf(1)).at(-1)).toMatch(/^Jane Doe accepted the invitation of /);
  });

  test('a member joins with the invited role, and a colleague with the invited organizations', async () => {
    const { cedar, oak, pine } = world.organizations;
    const member = await invite({
      kind: 'org_member',
      role: 'SECURITY_ANALYST',
      email: 'analyst2@cedar.example',
      organizationId: cedar.id,
    });
    expect((await asOrganization({ email: '', token: member })).status).toBe(200);
    expect((await meOf('analyst2@cedar.example')).json).toMatchObject({ orgId: cedar.id, roleId: 8 });
    const colleague = await invite({
      kind: 'msp_member',
      role: 'MSP_AUDITOR',
      email: 'colleague@harbor.example',
      organizationIds: [cedar.id, oak.id, pine.id],
    });
    expect((await asMsp({ email: '', token: colleague })).status).toBe(200);
    // Pine is another MSP's: what the invitation names counts only as far as the MSP has it.
    expect((await meOf('colleague@harbor.example')).json).toMatchObject({
      roleId: roleIds.MSP_AUDITOR,
      scopes: [{ resourceId: cedar.id }, { resourceId: oak.id }],
    });
  });
});

describe('registering: who may', () => {
  test('used, revoked, expired, unknown and foreign-kind invitations are the same 404', async () => {
    const base = { kind: 'org_member', role: 'ORG_ADMIN', organizationId: world.organizations.cedar.id } as const;
    const tokens = [
      await invite({ ...base, email: 'a1@cedar.example', change: 'used_at = now()' }),
      await invite({ ...base, email: 'a2@cedar.example', change: 'revoked_at = now()' }),
      await invite({ ...base, email: 'a3@cedar.example', change: "expires_at = now() - interval '1 second'" }),
      newToken(world.msps.harbor).token,
      newToken(999_999).token,
      'nonsense-that-is-no-token',
    ];
    const replies = await Promise.all(tokens.map((token) => asOrganization({ email: '', token })));
    const wrongPage = await asMsp({ email: '', token: await invite({ ...base, email: 'a4@cedar.example' }) });
    const root = await asMsp({
      email: '',
      token: await invite({ tenantId: 1, kind: 'msp_member', role: 'MSP_SUPER_ADMIN', email: 'root2@x.example' }),
    });
    for (const reply of [...replies, wrongPage, root]) {
      expect(reply).toMatchObject({
        status: 404,
        json: { code: 'invitation.not_found', message: 'Invalid or expired invitation' },
      });
    }
  });

  test('an invitation is over by the clock of a week later', async () => {
    const token = await invite({
      kind: 'org_member',
      role: 'ORG_ADMIN',
      email: 'late@cedar.example',
      organizationId: world.organizations.cedar.id,
    });
    world.clock.move({ days: 8 });
    expect((await asOrganization({ email: '', token })).status).toBe(404);
    world.clock.move({ days: -8 });
    expect((await asOrganization({ email: '', token })).status).toBe(200);
  });

  test('an address that has an account is told so where no mail server could tell its owner', async () => {
    const before = await world.owner("select * from users where email = 'admin@oak.example'");
    const token = await invite({
      kind: 'org_member',
      role: 'ORG_ADMIN',
      email: 'admin@oak.example',
      organizationId: world.organizations.cedar.id,
    });
    expect(await asOrganization({ email: '', token })).toMatchObject({
      status: 409,
      json: { code: 'registration.email_taken' },
    });
    expect(await asMsp({ email: 'admin@oak.example' })).toMatchObject({ status: 409 });
    expect(await world.owner("select * from users where email = 'admin@oak.example'")).toEqual(before);
    expect(await world.owner("select 1 from msps where domain_name = 'oak.example'")).toEqual([]);
  });

  test('one address registering many times at once makes one account', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? asOrganization : asMsp)({ email: 'twice@gmail.com' })),
    );
    const statuses = replies.map(({ status }) => status).sort((one, other) => one - other);
    expect(statuses).toEqual([200, ...Array(7).fill(409)]);
    expect(await world.owner("select 1 from users where email = 'twice@gmail.com'")).toHaveLength(1);
  });
});

describe('registering: whose it is', () => {
  test('what an invitation holds is written into the inviting tenant and nowhere else', async () => {
    const before = await world.owner('select tenant_id, count(*) from users group by 1 order by 1');
    const token = await invite({
      tenantId: world.msps.lake,
      kind: 'org_member',
      role: 'ORG_USER_EMPLOYEE',
      email: 'member@pine.example',
      organizationId: world.organizations.pine.id,
    });
    expect((await asOrganization({ email: '', token })).status).toBe(200);
    const after = await world.owner('select tenant_id, count(*) from users group by 1 order by 1');
    const changed = after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]));
    expect(changed).toEqual([{ tenant_id: String(world.msps.lake), count: expect.any(String) }]);
    expect((await logsOf(world.msps.lake)).slice(-2)).toEqual([
      'Jane Doe accepted the invitation of Hannah Harbor',
      'Jane Doe (member@pine.example) registered as Employee',
    ]);
  });

  test('a token of one tenant with another tenant’s number in front opens nothing', async () => {
    const token = await invite({
      kind: 'org_member',
      role: 'ORG_ADMIN',
      email: 'moved@cedar.example',
      organizationId: world.organizations.cedar.id,
    });
    const moved = `${world.msps.lake.toString(36)}.${token.split('.')[1]}`;
    expect((await asOrganization({ email: '', token: moved })).status).toBe(404);
  });
});
