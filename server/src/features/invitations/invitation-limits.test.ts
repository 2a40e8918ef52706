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

/** 19 invitations each of six administrators more, who are new. @returns the codes of what was refused, and how many were sent. */
async function sixInvite(role: 'ORG_ADMIN' | 'MSP_SUPER_ADMIN', of: { tenantId: number; id: number }) {
  const refused: unknown[] = [];
  let sent = 0;
  for (let inviter = 0; inviter < 6; inviter += 1) {
    const { cookie } = await addPerson(world, {
      email: `${role}${inviter}@${of.id}.example`.toLowerCase(),
      role,
      tenantId: of.tenantId,
      organizationId: role === 'ORG_ADMIN' ? of.id : null,
    });
    await world.owner('update sessions set last_seen_at = $1', [world.kernel.clock.now()]);
    const replies = await Promise.all(
      Array.from({ length: 19 }, (_, index) =>
        world.call(inviteMember, {
          cookie,
          query: { orgId: of.id },
          body: { email: `${role}-${inviter}-${index}@${of.id}.example`.toLowerCase(), role: 'ORG_AUDITOR' },
        }),
      ),
    );
    sent += replies.filter(({ status }) => status === 200).length;
    refused.push(...replies.filter(({ status }) => status !== 200).map(({ json }) => json));
  }
  return { sent, refused };
}

test('an organization sends 100 a day, and leaves its MSP the rest of the 200 that both may, however many invite', async () => {
  const { pine } = world.organizations;
  const own = await sixInvite('ORG_ADMIN', pine);
  expect(own.sent).toBe(100);
  const message = 'Your organization has sent as many invitations as it may in a day. Please try again in 24 hours.';
  expect(own.refused).toEqual(Array.from({ length: 14 }, () => ({ code: 'invitation.organization_limit', message })));
  const msps = await sixInvite('MSP_SUPER_ADMIN', pine);
  expect(msps.sent).toBe(100);
  expect(msps.refused).toEqual(
    Array.from({ length: 14 }, (): unknown => expect.objectContaining({ code: 'invitation.mail_limit' })),
  );
});

test('organizations together send 150, and leave their MSP the last 50, however many of them invite', async () => {
  world.clock.move({ minutes: 25 * 60 });
  const { cedar, oak } = world.organizations;
  expect((await sixInvite('ORG_ADMIN', cedar)).sent).toBe(100);
  const second = await sixInvite('ORG_ADMIN', oak);
  expect(second.sent).toBe(50);
  const refusal: unknown = expect.objectContaining({ code: 'invitation.mail_limit' });
  expect(second.refused).toEqual(Array.from({ length: 64 }, () => refusal));
  expect((await sixInvite('MSP_SUPER_ADMIN', cedar)).sent).toBe(50);
});

test('an organization without an MSP has nobody to leave anything to', async () => {
  expect(await sixInvite('ORG_ADMIN', world.organizations.birch)).toEqual({ sent: 114, refused: [] });
});
