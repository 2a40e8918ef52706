import { invitationEndpoints, invitationSent } from '@sentrywell/contract/invitations.ts';
import { teamEndpoints } from '@sentrywell/contract/team.ts';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../../testing/add-person.ts';
import { buildWorld, type Reply, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const { inviteMember, resendMemberInvitation } = invitationEndpoints;
const { deactivateMember, editMember } = teamEndpoints;

const addAdmin = (email: string) => {
  const { id, tenantId } = world.organizations.cedar;
  return addPerson(world, { email, role: 'ORG_ADMIN', tenantId, organizationId: id });
};
const atCedar = () => ({ orgId: world.organizations.cedar.id });
const inviteAs = (cookie: string, email: string) =>
  world.call(inviteMember, { cookie, query: atCedar(), body: { email, role: 'ORG_AUDITOR' } });
const openOnes = (email: string) =>
  world.owner('select id from invitations where email = $1 and used_at is null and revoked_at is null', [email]);

const statements = (like: string) => () =>
  world.owner(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [like],
  );

/** An invitation that is under way, and found its sender entitled, while something else begins and, if nothing stops it, ends. */
async function whileUnderWay<Result>(invite: () => Promise<Reply>, change: () => Promise<Result>) {
  const blocker = new pg.Client({ ...world.appConnection, user: 'postgres' });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('lock table throttle in exclusive mode');
  const invited = invite();
  await expect.poll(statements('%insert into throttle%'), { timeout: 10_000 }).toHaveLength(1);
  const changed = change();
  await changed;
  await blocker.query('rollback');
  await blocker.end();
  return { invited: await invited, changed: await changed };
}

describe('an invitation that is under way while its sender', () => {
  test('is deactivated is not sent', async () => {
    const { userId, cookie } = await addAdmin('leaving@cedar.example');
    const { invited, changed } = await whileUnderWay(
      () => inviteAs(cookie, 'late@cedar.example'),
      () => world.call(deactivateMember, { as: 'orgAdmin', params: { userId } }),
    );
    expect(changed.status).toBe(200);
    expect(invited).toMatchObject({ status: 401, json: { code: 'session.missing' } });
    expect(await openOnes('late@cedar.example')).toEqual([]);
  });

  test('gets a role that may not give it is not sent', async () => {
    const { userId, cookie } = await addAdmin('demoted@cedar.example');
    const { invited, changed } = await whileUnderWay(
      () => inviteAs(cookie, 'given@cedar.example'),
      () => world.call(editMember, { as: 'orgAdmin', params: { userId }, body: { role: 'ORG_AUDITOR' } }),
    );
    expect(changed.status).toBe(200);
    expect(invited).toMatchObject({ status: 403, json: { code: 'invitation.role_not_allowed' } });
    expect(await openOnes('given@cedar.example')).toEqual([]);
  });

  test('is deactivated is not sent again', async () => {
    const { userId, cookie } = await addAdmin('gone@cedar.example');
    const { invitationId } = invitationSent.parse(
      (await inviteAs(world.people.orgAdmin.cookie, 'again@cedar.example')).json,
    );
    const links = () => world.owner('select token_hash from invitations where id = $1', [invitationId]);
    const before = await links();
    const { invited } = await whileUnderWay(
      () => world.call(resendMemberInvitation, { cookie, params: { invitationId } }),
      () => world.call(deactivateMember, { as: 'orgAdmin', params: { userId } }),
    );
    expect(invited).toMatchObject({ status: 401, json: { code: 'session.missing' } });
    expect(await links()).toEqual(before);
  });

  test('is removed as a root user is not sent', async () => {
    const { cookie, userId } = world.people.root;
    const { invited } = await whileUnderWay(
      () => inviteAs(cookie, 'rooted@cedar.example'),
      // As `npm run root-user` does it.
      () => world.owner("update users set status = 'inactive' where id = $1", [userId]),
    );
    expect(invited).toMatchObject({ status: 401, json: { code: 'session.missing' } });
    expect(await openOnes('rooted@cedar.example')).toEqual([]);
  });
});

test('whoever is deactivated while their invitation is being written is deactivated after it, and it ends', async () => {
  const { userId, cookie } = await addAdmin('slow@cedar.example');
  const blocker = new pg.Client({ ...world.appConnection, user: 'postgres' });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('lock table mails in exclusive mode');
  const invited = inviteAs(cookie, 'written@cedar.example');
  await expect.poll(statements('%into mails%'), { timeout: 10_000 }).toHaveLength(1);
  const deactivated = world.call(deactivateMember, { as: 'orgAdmin', params: { userId } });
  await expect.poll(statements('update users set status%'), { timeout: 10_000 }).toHaveLength(1);
  await blocker.query('rollback');
  await blocker.end();
  expect([(await invited).status, (await deactivated).status]).toEqual([200, 200]);
  expect(await openOnes('written@cedar.example')).toEqual([]);
});

test('whoever sends an invitation again is its sender: it ends with them', async () => {
  const { userId, cookie } = await addAdmin('second@cedar.example');
  const first = invitationSent.parse((await inviteAs(world.people.orgAdmin.cookie, 'twice@cedar.example')).json);
  const params = { invitationId: first.invitationId };
  expect((await world.call(resendMemberInvitation, { cookie, params })).status).toBe(200);
  expect((await world.call(deactivateMember, { as: 'orgAdmin', params: { userId } })).status).toBe(200);
  expect(await openOnes('twice@cedar.example')).toEqual([]);
});
