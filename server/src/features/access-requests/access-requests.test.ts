import { accessRequestEndpoints } from '@sentrywell/contract/access-requests.ts';
import { authEndpoints, passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { teamEndpoints } from '@sentrywell/contract/team.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../../testing/add-person.ts';
import type { MailServer } from '../../testing/mail-server.ts';
import { buildMailingWorld } from '../../testing/mailing-world.ts';
import { storeResetLink } from '../../testing/stored-reset-link.ts';
import { type PersonKey, testPassword, type World } from '../../testing/world.ts';

let world: World;
let mailServer: MailServer;
beforeAll(async () => {
  ({ world, mailServer } = await buildMailingWorld());
});

const { listPendingRequests, approveRequest, declineRequest, listDeclinedRequests, approveDeclinedRequest } =
  accessRequestEndpoints;
const list = (as: PersonKey) => world.call(listPendingRequests, { as });
const gone = {
  status: 404,
  json: { code: 'access_request.not_found', message: 'This request is no longer waiting.' },
};

/** Somebody who registered with the domain of an MSP that exists. */
async function ask(email: string, tenantId = world.msps.harbor, status = 'pending') {
  const { userId } = await addPerson(world, { email, role: 'MSP_USER', tenantId, status: 'pending' });
  const [hash] = await world.owner<{ password_hash: string }>('select password_hash from users where id = $1', [
    world.people.mspAdmin.userId,
  ]);
  await world.owner('update users set password_hash = $1 where id = $2', [hash?.password_hash, userId]);
  const [row] = await world.owner<{ id: string }>(
    'insert into access_requests (tenant_id, user_id, status) values ($1, $2, $3) returning id',
    [tenantId, userId, status],
  );
  return { id: Number(row?.id), userId };
}
const signIn = (email: string) => world.call(authEndpoints.login, { body: { email, password: testPassword } });
const deliver = () => {
  world.clock.move({ minutes: 1 });
  return world.kernel.jobs.runDue();
};
const mailTo = (email: string) => mailServer.mailsTo(email)[0];

describe('requests to join: what it does', () => {
  test('who waits is listed, the longest first; who has not confirmed the address is not', async () => {
    const first = await ask('first@harbor.example');
    const second = await ask('second@harbor.example');
    await ask('unconfirmed@harbor.example', world.msps.harbor, 'unconfirmed');
    const { requests } = listPendingRequests.reply.parse((await list('mspAdmin')).json);
    expect(requests).toMatchObject([
      { id: first.id, name: 'first Added', email: 'first@harbor.example' },
      { id: second.id, name: 'second Added', email: 'second@harbor.example' },
    ]);
  });

  test('an approved person comes in as MSP User, reaches nothing until assigned, and gets a mail', async () => {
    const email = 'welcome@harbor.example';
    const { id } = await ask(email);
    expect(await signIn(email)).toMatchObject({ status: 403, json: { code: 'sign_in.pending_approval' } });
    expect(await world.call(approveRequest, { as: 'mspAdmin', params: { id } })).toMatchObject({
      status: 200,
      json: { success: true },
    });
    const { cookie = '', status } = await signIn(email);
    expect(status).toBe(200);
    expect((await world.call(authEndpoints.me, { cookie })).json).toMatchObject({
      roleId: 2,
      status: 'active',
      scopes: [],
      effectivePermissionBitfield: 449,
    });
    expect((await world.call(organizationEndpoints.listTenants, { cookie })).json).toEqual({ tenants: [] });
    expect((await list('mspAdmin')).text).not.toContain(email);
    await deliver();
    const mail = mailTo(email);
    expect(mail?.subject).toBe('Welcome to Harbor on Sentrywell');
    expect(mail?.text).toContain('http://localhost:3000/login');
    const rows = await world.owner('select category, log, user_name from audit_log where log like $1', [
      `%${email}%join%`,
    ]);
    expect(rows).toEqual([
      {
        category: 'User Management',
        log: `Approved the request of welcome Added (${email}) to join`,
        user_name: 'mspAdmin Tester',
      },
    ]);
  });

  test('a declined person may not sign in, a link to a new password is over, and they get a mail without a link', async () => {
    const email = 'sorry@harbor.example';
    const { id, userId } = await ask(email);
    const token = await storeResetLink(world, { tenantId: world.msps.harbor, userId });
    const check = () => world.call(passwordEndpoints.findPasswordReset, { body: { token } });
    expect((await check()).status).toBe(200);
    expect((await world.call(declineRequest, { as: 'mspAdmin', params: { id } })).status).toBe(200);
    expect(await check()).toMatchObject({ status: 404, json: { code: 'password.link_invalid' } });
    const message = 'Your request to join Harbor was declined. Ask an administrator there to let you in.';
    expect(await signIn(email)).toMatchObject({ status: 403, json: { code: 'sign_in.inactive', message } });
    expect(await world.owner('select status from users where id = $1', [userId])).toEqual([{ status: 'inactive' }]);
    expect(await world.owner('select status, decided_by from access_requests where id = $1', [id])).toEqual([
      { status: 'declined', decided_by: 'mspAdmin Tester' },
    ]);
    await deliver();
    expect(mailTo(email)?.subject).toBe('Your request to join Harbor was declined');
    expect(mailTo(email)?.text).not.toContain('http');
  });

  test('what was decided stays decided there', async () => {
    const { id } = await ask('once@harbor.example');
    await world.call(declineRequest, { as: 'mspAdmin', params: { id } });
    for (const endpoint of [approveRequest, declineRequest]) {
      expect(await world.call(endpoint, { as: 'mspAdmin', params: { id } })).toMatchObject(gone);
    }
  });

  test('who was declined can be let in after all, once, and then signs in', async () => {
    const email = 'second.chance@harbor.example';
    const { id } = await ask(email);
    const approve = () => world.call(approveDeclinedRequest, { as: 'mspAdmin', params: { id } });
    const notDeclined = { status: 404, json: { code: 'access_request.not_declined' } };
    expect(await approve()).toMatchObject(notDeclined);
    await world.call(declineRequest, { as: 'mspAdmin', params: { id } });
    const { json } = await world.call(listDeclinedRequests, { as: 'mspAdmin' });
    expect(listDeclinedRequests.reply.parse(json).requests[0]).toMatchObject({
      id,
      name: 'second.chance Added',
      email,
      decidedBy: 'mspAdmin Tester',
    });
    const replies = await Promise.all([approve(), approve(), approve()]);
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404, 404]);
    expect((await signIn(email)).status).toBe(200);
    expect((await world.call(listDeclinedRequests, { as: 'mspAdmin' })).text).not.toContain(email);
    expect((await world.call(teamEndpoints.listMspTeam, { as: 'mspAdmin' })).text).toContain(email);
    await deliver();
    // Mails that wait together leave side by side.
    const mails = mailServer.mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toContain('Welcome to Harbor on Sentrywell');
    expect(
      await world.owner('select user_name from audit_log where log = $1', [
        `Approved after all the request of second.chance Added (${email}) to join`,
      ]),
    ).toEqual([{ user_name: 'mspAdmin Tester' }]);
  });

  test('who never confirmed their address was declined by nobody', async () => {
    const { id, userId } = await ask('never@harbor.example', world.msps.harbor, 'declined');
    await world.owner('update users set email_confirmed_at = null, status = $2 where id = $1', [userId, 'inactive']);
    expect((await world.call(listDeclinedRequests, { as: 'mspAdmin' })).text).not.toContain('never@harbor.example');
    expect((await world.call(approveDeclinedRequest, { as: 'mspAdmin', params: { id } })).status).toBe(404);
  });

  test('approved and declined at once: one wins, and everything agrees with it, 20 times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const email = `race${round}@harbor.example`;
      const { id, userId } = await ask(email);
      const calls = [approveRequest, declineRequest, approveRequest, declineRequest];
      const replies = await Promise.all(
        calls.map((endpoint) => world.call(endpoint, { as: 'mspAdmin', params: { id } })),
      );
      const won = replies.findIndex(({ status }) => status === 200);
      const approved = calls[won] === approveRequest;
      expect(replies.map(({ status }) => status).filter((status) => status !== 404)).toEqual([200]);
      expect(
        await world.owner(
          'select u.status as person, r.status as request from users u join access_requests r on r.user_id = u.id where u.id = $1',
          [userId],
        ),
      ).toEqual([approved ? { person: 'active', request: 'approved' } : { person: 'inactive', request: 'declined' }]);
      expect(await world.owner('select id from mails where recipient = $1', [email])).toHaveLength(1);
    }
  });
});

describe('requests to join: who may', () => {
  test('every MSP role sees who waits; only a super admin decides', async () => {
    const { id } = await ask('seen@harbor.example');
    for (const as of ['mspUser', 'mspAuditor'] as const) {
      expect((await list(as)).text).toContain('seen@harbor.example');
      expect((await world.call(approveRequest, { as, params: { id } })).status).toBe(403);
      expect((await world.call(declineRequest, { as, params: { id } })).status).toBe(403);
    }
    for (const as of ['orgAdmin', 'independentAdmin', 'employee'] as const) {
      expect((await list(as)).status).toBe(403);
      expect((await world.call(approveRequest, { as, params: { id } })).status).toBe(403);
    }
    expect((await world.call(listPendingRequests)).status).toBe(401);
    expect((await world.call(approveRequest, { params: { id } })).status).toBe(401);
    expect(await world.owner('select status from access_requests where id = $1', [id])).toEqual([
      { status: 'pending' },
    ]);
  });
});

describe('requests to join: whose they are', () => {
  test('another MSP neither sees nor decides them, and foreign looks like missing', async () => {
    const { id } = await ask('ours@harbor.example');
    expect((await list('foreignMspAdmin')).json).toEqual({ requests: [] });
    for (const as of ['foreignMspAdmin', 'root'] as const) {
      expect(await world.call(approveRequest, { as, params: { id } })).toMatchObject(gone);
      expect(await world.call(declineRequest, { as, params: { id } })).toMatchObject(gone);
      expect(await world.call(declineRequest, { as, params: { id: 999_999 } })).toMatchObject(gone);
    }
    expect((await list('mspAdmin')).text).toContain('ours@harbor.example');
  });

  test('nor those it declined', async () => {
    const { id } = await ask('not.yours@harbor.example');
    await world.call(declineRequest, { as: 'mspAdmin', params: { id } });
    for (const as of ['foreignMspAdmin', 'root'] as const) {
      expect((await world.call(listDeclinedRequests, { as })).json).toEqual({ requests: [], total: 0 });
      expect(await world.call(approveDeclinedRequest, { as, params: { id } })).toMatchObject({
        status: 404,
        json: { code: 'access_request.not_declined' },
      });
    }
    expect(await signIn('not.yours@harbor.example')).toMatchObject({ status: 403 });
  });
});

describe('many requests', () => {
  test('of more than 100 who were declined the last 100 are listed, and all are counted', async () => {
    const tenant = world.msps.lake;
    await world.owner(
      `with declined as (
         insert into users (tenant_id, user_type, first_name, last_name, email, password_hash, role_id, status, email_confirmed_at)
         select $1, 'msp', 'No', 'Body', 'nobody' || nth || '@lake.example', 'x', 2, 'inactive', now() from generate_series(1, 130) nth
         returning id)
       insert into access_requests (tenant_id, user_id, status, decided_at, decided_by)
       select $1, id, 'declined', now(), 'Somebody' from declined`,
      [tenant],
    );
    const { json } = await world.call(listDeclinedRequests, { as: 'foreignMspAdmin' });
    const { requests, total } = listDeclinedRequests.reply.parse(json);
    expect([requests.length, total]).toEqual([100, 130]);
  });
});
