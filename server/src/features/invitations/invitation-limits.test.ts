import { invitationEndpoints, invitationSent } from '@sentrywell/contract/invitations.ts';
import { beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../testing/add-person.ts';
import { buildWorld, type PersonKey, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld({ environment: { RATE_LIMIT_FACTOR: '1' } });
});

const { findInvitation, inviteMember, listMemberInvitations, resendMemberInvitation } = invitationEndpoints;
const invite = (as: PersonKey, email: string) => world.call(inviteMember, { as, body: { email, role: 'ORG_AUDITOR' } });
const count = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length;

test('20 invitations of one address at once: one invitation, 5 mails, one link that works, the rest is told to wait', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => invite('orgAdmin', 'same@cedar.example')));
  const statuses = replies.map(({ status }) => status);
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([5, 15]);
  const sent = replies.filter(({ status }) => status === 200).map(({ json }) => invitationSent.parse(json));
  expect(sent.filter(({ resent }) => !resent)).toHaveLength(1);
  expect(new Set(sent.map(({ invitationId }) => invitationId)).size).toBe(1);
  expect(await world.owner("select id from invitations where email = 'same@cedar.example'")).toHaveLength(1);
  const lookUps = await Promise.all(
    sent.map(({ link }) =>
      world.call(findInvitation, { params: { token: new URL(link ?? '').searchParams.get('token') ?? '' } }),
    ),
  );
  expect(
    count(
      lookUps.map(({ status }) => status),
      200,
    ),
  ).toBe(1);
  // Mails whose link is dead already do not leave.
  const mails = await world.owner<{ status: string }>(
    "select status from mails where recipient = 'same@cedar.example'",
  );
  expect([mails.length, mails.filter(({ status }) => status === 'waiting').length]).toEqual([5, 1]);
  const entries = await world.owner("select log from audit_log where log like 'Invited%same@cedar.example%'");
  expect(entries).toHaveLength(5);
});

test('an address gets 5 mails a day, then the answer says how long to wait', async () => {
  const reply = await invite('orgAdmin', 'same@cedar.example');
  const message = 'Too many invitations were sent. Please try again in 24 hours.';
  expect(reply).toMatchObject({ status: 429, json: { code: 'invitation.mail_limit', message } });
  const wait = Number(reply.headers['retry-after']);
  expect(wait).toBeGreaterThan(86_000);
  expect(wait).toBeLessThanOrEqual(86_400);
  // Sending again counts as well, and what is refused changes nothing.
  const list = listMemberInvitations.reply.parse((await world.call(listMemberInvitations, { as: 'orgAdmin' })).json);
  const id = list.invitations[0]?.id ?? 0;
  expect((await world.call(resendMemberInvitation, { as: 'orgAdmin', params: { invitationId: id } })).status).toBe(429);
  expect((await world.call(listMemberInvitations, { as: 'orgAdmin' })).json).toEqual(list);
});

test('an inviter sends 20 an hour; another inviter of the same tenant is not held up, and an hour later it goes on', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 25; index += 1) {
    statuses.push((await invite('siblingAdmin', `many${index}@oak.example`)).status);
  }
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([20, 5]);
  expect((await invite('orgAdmin', 'other@cedar.example')).status).toBe(200);
  world.clock.move({ minutes: 61 });
  // The session of the world is idle for an hour by now.
  await world.owner("update sessions set last_seen_at = now() + interval '61 minutes'");
  expect((await invite('siblingAdmin', 'later@oak.example')).status).toBe(200);
});

test('a tenant sends 200 a day, however many invite', async () => {
  const { pine } = world.organizations;
  const statuses: number[] = [];
  for (let inviter = 0; inviter < 11; inviter += 1) {
    const { cookie } = await addPerson(world, {
      email: `admin${inviter}@pine.example`,
      role: 'ORG_ADMIN',
      tenantId: pine.tenantId,
      organizationId: pine.id,
    });
    await world.owner("update sessions set last_seen_at = now() + interval '61 minutes'");
    const replies = await Promise.all(
      Array.from({ length: 19 }, (_, index) =>
        world.call(inviteMember, {
          cookie,
          body: { email: `p${inviter}-${index}@pine.example`, role: 'ORG_AUDITOR' },
        }),
      ),
    );
    statuses.push(...replies.map(({ status }) => status));
  }
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([200, 9]);
});
