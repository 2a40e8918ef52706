import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, testPassword, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const signIn = (email: string, password = testPassword) =>
  world.call(authEndpoints.login, { body: { email, password } });

describe('signing in: what it does', () => {
  test('the right password opens a session that says who the person is', async () => {
    const reply = await signIn('Admin@Cedar.example');
    expect(reply).toMatchObject({
      status: 200,
      json: { userType: 'organization', orgId: world.organizations.cedar.id },
    });
    const me = await world.call(authEndpoints.me, { cookie: reply.cookie ?? '' });
    expect(me).toMatchObject({
      status: 200,
      json: {
        userId: world.people.orgAdmin.userId,
        mspId: world.msps.harbor,
        roleId: 4,
        effectivePermissionBitfield: 8067,
        isRootUser: false,
        status: 'active',
        scopes: [
          { resourceType: 'organization', resourceId: world.organizations.cedar.id, effectivePermissions: 8067 },
        ],
      },
    });
  });

  test('a wrong password and an unknown address are told the same', async () => {
    const wrong = await signIn('admin@cedar.example', 'not the password at all');
    const unknown = await signIn('nobody@cedar.example', 'not the password at all');
    expect(wrong).toMatchObject({
      status: 401,
      json: { message: 'Invalid email or password', code: 'sign_in.failed' },
    });
    expect(unknown.json).toEqual(wrong.json);
  });

  test('signing out ends the session on the server and clears the browser', async () => {
    const { cookie = '' } = await signIn('auditor@cedar.example');
    const out = await world.call(authEndpoints.logout, { cookie });
    expect(out).toMatchObject({ status: 200, cookie: '' });
    expect(out.headers['clear-site-data']).toBe('"cache", "storage"');
    expect((await world.call(authEndpoints.me, { cookie })).status).toBe(401);
  });

  test('sign-ins, failures and sign-outs stand in the audit log of the right tenant', async () => {
    const rows = await world.owner<{ log: string; result: string; tenant_id: string }>(
      'select log, result, tenant_id from audit_log where tenant_id = $1 order by seq',
      [world.msps.harbor],
    );
    expect(rows.map(({ log, result }) => `${result}: ${log}`)).toEqual([
      'success: Signed in',
      'failure: Sign-in failed for orgAdmin Tester (admin@cedar.example)',
      'success: Signed in',
      'success: Signed out',
    ]);
  });
});

describe('signing in: who may', () => {
  test('a pending person waits for approval', async () => {
    expect(await signIn('pending@harbor.example')).toMatchObject({
      status: 403,
      json: { message: 'Your request to join Harbor is waiting for approval.' },
    });
  });

  test('a deactivated person may not', async () => {
    expect(await signIn('inactive@harbor.example')).toMatchObject({ status: 403, json: { code: 'sign_in.inactive' } });
  });
});

describe('details of a person: whose they are', () => {
  const detailsOf = (userId: number, as: 'orgAdmin' | 'siblingAdmin' | 'foreignMspAdmin' | 'employee') =>
    world.call(authEndpoints.userDetails, { as, params: { userId } });

  test('oneself and one’s own team', async () => {
    const { orgAdmin, orgAuditor } = world.people;
    expect(await detailsOf(orgAdmin.userId, 'orgAdmin')).toMatchObject({
      status: 200,
      json: { user: { email: orgAdmin.email } },
    });
    expect(await detailsOf(orgAuditor.userId, 'orgAdmin')).toMatchObject({ status: 200 });
  });

  test('nobody of another organization or MSP, and nobody without sight of the team', async () => {
    const { orgAdmin } = world.people;
    for (const as of ['siblingAdmin', 'foreignMspAdmin', 'employee'] as const) {
      expect(await detailsOf(orgAdmin.userId, as)).toMatchObject({ status: 404, json: { code: 'person.not_found' } });
    }
  });
});
