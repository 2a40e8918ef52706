import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { storeInvitation } from '../../testing/stored-invitation.ts';
import { buildWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const jane = { firstName: 'Jane', lastName: 'Doe', password: 'seven green kettles sing' };
const register = (token: string) =>
  world.call(registrationEndpoints.registerOrganization, { body: { ...jane, email: '', token } });
const lookUp = (token: string) => world.call(invitationEndpoints.findInvitation, { params: { token } });
const peopleAt = (email: string) => world.owner('select 1 from users where email = $1', [email]);
const notFound = { status: 404, json: { code: 'invitation.not_found', message: 'Invalid or expired invitation' } };

describe('an invitation to bring an organization that the MSP has and has deactivated', () => {
  const { deactivateOrganization, reactivateOrganization } = organizationEndpoints;
  const invite = (email: string) => storeInvitation(world, { kind: 'organization', role: 'ORG_ADMIN', email });
  const change = async (call: typeof deactivateOrganization, id: number) =>
    expect((await world.call(call, { as: 'mspAdmin', params: { id } })).status).toBe(200);

  test('opens nothing, before a password is typed and after, and is good again with the organization', async () => {
    const { oak } = world.organizations;
    const email = 'joins@oak.example';
    const token = await invite(email);
    expect((await lookUp(token)).status).toBe(200);
    await change(deactivateOrganization, oak.id);
    expect(await lookUp(token)).toMatchObject(notFound);
    expect(await register(token)).toMatchObject(notFound);
    expect(await peopleAt(email)).toEqual([]);
    await change(reactivateOrganization, oak.id);
    expect((await lookUp(token)).status).toBe(200);
    expect((await register(token)).status).toBe(200);
  });

  test('is not sent, and not sent again', async () => {
    const { oak } = world.organizations;
    const { inviteOrganization, resendMspInvitation } = invitationEndpoints;
    const body = { email: 'early@oak.example', role: 'ORG_ADMIN' };
    const sent = await world.call(inviteOrganization, { as: 'mspAdmin', body });
    const { invitationId: id } = inviteOrganization.reply.parse(sent.json);
    await change(deactivateOrganization, oak.id);
    const refused = { status: 403, json: { code: 'organization.deactivated' } };
    expect(await world.call(inviteOrganization, { as: 'mspAdmin', body })).toMatchObject(refused);
    expect(await world.call(resendMspInvitation, { as: 'mspAdmin', params: { id } })).toMatchObject(refused);
    await change(reactivateOrganization, oak.id);
    expect(await world.call(resendMspInvitation, { as: 'mspAdmin', params: { id } })).toMatchObject({ status: 200 });
  });

  test('says nothing of an organization with a public mail address, which it does not join', async () => {
    const token = await invite('somebody@gmail.com');
    await world.owner("update organizations set domain_name = 'gmail.com', status = 'inactive' where id = $1", [
      world.organizations.oak.id,
    ]);
    expect((await lookUp(token)).status).toBe(200);
    expect((await register(token)).status).toBe(200);
  });
});

test('nobody is let into an organization that is deactivated while they register', async () => {
  const { cedar } = world.organizations;
  for (const kind of ['org_member', 'organization'] as const) {
    const email = `meanwhile.${kind.replace('_', '.')}@cedar.example`;
    const place = kind === 'org_member' ? { organizationId: cedar.id } : {};
    const token = await storeInvitation(world, { kind, role: 'ORG_AUDITOR', email, ...place });
    const blocker = new pg.Client({ ...world.appConnection, user: 'postgres' });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from invitations where email = $1 for update', [email]);
    const registering = register(token);
    await expect
      .poll(() =>
        world.owner(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%update invitations%'",
        ),
      )
      .toHaveLength(1);
    await world.owner("update organizations set status = 'inactive' where id = $1", [cedar.id]);
    await blocker.query('rollback');
    await blocker.end();
    expect(await registering).toMatchObject(notFound);
    expect(await peopleAt(email)).toEqual([]);
    await world.owner("update organizations set status = 'active' where id = $1", [cedar.id]);
  }
});
