import { invitationEndpoints, invitationSent } from '@sentrywell/contract/invitations.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMailServer, type MailServer, type Refused } from '../../testing/mail-server.ts';
import { buildWorld, type PersonKey, type World } from '../../testing/world.ts';

let world: World;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await createMailServer();
  world = await buildWorld({
    environment: {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Sentrywell <hello@sentrywell.example>',
    },
  });
});
beforeEach(async () => {
  await world.owner("update sessions set last_seen_at = now() + interval '10 days'");
});

const {
  findInvitation,
  inviteMember,
  inviteOrganization,
  inviteMspMember,
  listMemberInvitations,
  resendMemberInvitation,
  revokeMemberInvitation,
} = invitationEndpoints;
const invite = async (as: PersonKey, email: string) =>
  invitationSent.parse((await world.call(inviteMember, { as, body: { email, role: 'ORG_USER_EMPLOYEE' } })).json);
const mailOf = async (as: PersonKey, email: string) => {
  const { json } = await world.call(listMemberInvitations, { as });
  return listMemberInvitations.reply.parse(json).invitations.find((invitation) => invitation.email === email)?.mail;
};
const newestMailTo = async (email: string) => {
  const mails = await world.owner(
    'select attempts, last_error, text_body, html_body from mails where recipient = $1 order by id',
    [email],
  );
  return mails.at(-1);
};
const receivedBy = (email: string) => mailServer.mailsTo(email);
const runJobs = () => {
  world.clock.move({ minutes: 1 });
  return world.kernel.jobs.runDue();
};
const linksIn = (text: string | undefined) => text?.match(/https?:\/\/[^\s"<>]+/g) ?? [];

describe('the mail of an invitation', () => {
  test('arrives as text and HTML, names who invites to what, and its link opens the invitation', async () => {
    await mailServer.start();
    const sent = await invite('orgAdmin', 'reader@cedar.example');
    // With a mail server the secret is for the invited person alone.
    expect(sent).not.toHaveProperty('link');
    expect(await mailOf('orgAdmin', 'reader@cedar.example')).toBe('waiting');
    await runJobs();
    expect(await mailOf('orgAdmin', 'reader@cedar.example')).toBe('sent');
    const [mail, ...more] = receivedBy('reader@cedar.example');
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('orgAdmin Tester invites you to Cedar on Sentrywell');
    expect(mail?.from).toMatchObject({ address: 'hello@sentrywell.example', name: 'Sentrywell' });
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('orgAdmin Tester invites you to the team of Cedar. You join as Employee.');
      expect(part).toContain('The link works once, and for 7 days.');
      expect(linksIn(part).length).toBeGreaterThan(0);
      for (const link of linksIn(part)) {
        expect(link.startsWith('http://localhost:3000/register/org?token=')).toBe(true);
      }
    }
    const token = new URL(linksIn(mail?.text)[0] ?? '').searchParams.get('token') ?? '';
    expect(await world.call(findInvitation, { params: { token } })).toMatchObject({
      status: 200,
      json: { email: 'reader@cedar.example' },
    });
    // What was sent is forgotten: the link in it is a secret.
    expect(
      await world.owner("select text_body, html_body from mails where recipient = 'reader@cedar.example'"),
    ).toEqual([{ text_body: '', html_body: '' }]);
  });

  test('of a colleague leads to the MSP’s registration, of an organization to the organization’s', async () => {
    const tenantIds = [world.organizations.cedar.id];
    const body = { email: 'kim@harbor.example', role: 'MSP_USER', tenantIds };
    await world.call(inviteMspMember, { as: 'mspAdmin', body });
    await world.call(inviteOrganization, { as: 'mspAdmin', body: { email: 'boss@clinic.example' } });
    await runJobs();
    expect(receivedBy('kim@harbor.example')[0]?.text).toContain('http://localhost:3000/register/msp?token=');
    const [clinic] = receivedBy('boss@clinic.example');
    expect(clinic?.subject).toBe('Harbor invites your organization to Sentrywell');
    expect(clinic?.text).toContain('http://localhost:3000/register/org?token=');
  });

  test('carries names as text: no markup, no header of their making', async () => {
    await world.owner("update organizations set name = $1 where name = 'Oak'", [
      '<img src=x onerror=alert(1)> & "Oak"',
    ]);
    await invite('siblingAdmin', 'careful@oak.example');
    await runJobs();
    const [mail] = receivedBy('careful@oak.example');
    expect(mail?.html).not.toContain('<img');
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Oak&quot;');
    expect(mail?.to).toEqual([expect.objectContaining({ address: 'careful@oak.example' })]);
  });

  test('says that a machine wrote it, so that nobody’s absence answers it', async () => {
    await invite('orgAdmin', 'away@cedar.example');
    await runJobs();
    const [mail] = receivedBy('away@cedar.example');
    expect(mail?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  });
});

describe('a mail server that is down', () => {
  test('delays the mail, says so, loses nothing, and sends once it is back', async () => {
    await mailServer.stop();
    await invite('orgAdmin', 'patient@cedar.example');
    expect(await runJobs()).toBe(0);
    expect(await mailOf('orgAdmin', 'patient@cedar.example')).toBe('delayed');
    // Back-off: nothing is tried again at once, and every try that fails leaves it where it is.
    for (let hour = 0; hour < 12; hour += 1) {
      world.clock.move({ hours: 1 });
      await world.owner("update sessions set last_seen_at = now() + interval '10 days'");
      expect(await runJobs()).toBe(0);
    }
    expect(await mailOf('orgAdmin', 'patient@cedar.example')).toBe('delayed');
    const [row] = await world.owner<{ attempts: number; last_error: string }>(
      "select attempts, last_error from mails where recipient = 'patient@cedar.example'",
    );
    expect(row?.attempts).toBeGreaterThanOrEqual(10);
    expect(row?.last_error).toMatch(/ECONNREFUSED|connect/i);
    await mailServer.start();
    world.clock.move({ hours: 2 });
    expect(await runJobs()).toBe(1);
    expect(await mailOf('orgAdmin', 'patient@cedar.example')).toBe('sent');
    expect(receivedBy('patient@cedar.example')).toHaveLength(1);
  });

  test('does not bring back an invitation that was revoked or sent again meanwhile', async () => {
    await mailServer.stop();
    const revoked = await invite('orgAdmin', 'regret@cedar.example');
    await invite('orgAdmin', 'impatient@cedar.example');
    await runJobs();
    const params = { invitationId: revoked.invitationId };
    await world.call(revokeMemberInvitation, { as: 'orgAdmin', params });
    await invite('orgAdmin', 'impatient@cedar.example');
    await mailServer.start();
    world.clock.move({ hours: 2 });
    await runJobs();
    expect(receivedBy('regret@cedar.example')).toEqual([]);
    const mails = receivedBy('impatient@cedar.example');
    expect(mails).toHaveLength(1);
    const token = new URL(linksIn(mails[0]?.text)[0] ?? '').searchParams.get('token') ?? '';
    expect((await world.call(findInvitation, { params: { token } })).status).toBe(200);
  });
});

describe('a mail server that refuses', () => {
  beforeAll(async () => {
    await mailServer.stop();
    await mailServer.start();
  });
  afterAll(() => mailServer.stop());

  test.each<[Refused, string]>([
    ['recipient', '550 5.1.1 No such person'],
    ['recipient', '550 No such person'],
    ['message', '552 5.3.4 Too large'],
  ])(
    'the %s for good (%s) is asked once: the mail has failed and is counted, its inviter sees it and its link is forgotten',
    async (refused, reply) => {
      const givenUp = async () => Number(/^mails_given_up_total (\d+)$/m.exec(await world.kernel.metrics.text())?.[1]);
      const before = await givenUp();
      mailServer.refuse(refused, reply);
      const { invitationId } = await invite('orgAdmin', 'nobody@cedar.example');
      await runJobs();
      expect(await mailOf('orgAdmin', 'nobody@cedar.example')).toBe('failed');
      expect((await givenUp()) - before).toBe(1);
      expect(await newestMailTo('nobody@cedar.example')).toEqual({
        attempts: 1,
        last_error: expect.stringContaining(reply),
        text_body: '',
        html_body: '',
      });
      expect(await world.owner("select 1 from jobs where kind = 'mail.send'")).toEqual([]);
      mailServer.refuse(refused, undefined);
      await world.call(resendMemberInvitation, { as: 'orgAdmin', params: { invitationId } });
      await runJobs();
      expect(await mailOf('orgAdmin', 'nobody@cedar.example')).toBe('sent');
      await world.call(revokeMemberInvitation, { as: 'orgAdmin', params: { invitationId } });
    },
  );

  test.each<[Refused, string]>([
    ['recipient', '450 4.2.1 Try again later'],
    ['recipient', '530 Sign in first'],
    ['recipient', '554 5.7.1 Relay access denied'],
    ['sender', '550 5.1.0 Unknown sender'],
  ])('the %s only for now, or because of who sends (%s), gets it once it takes it', async (refused, reply) => {
    mailServer.refuse(refused, reply);
    const { invitationId } = await invite('orgAdmin', 'somebody@cedar.example');
    await runJobs();
    expect(await mailOf('orgAdmin', 'somebody@cedar.example')).toBe('delayed');
    mailServer.refuse(refused, undefined);
    await runJobs();
    expect(await mailOf('orgAdmin', 'somebody@cedar.example')).toBe('sent');
    await world.call(revokeMemberInvitation, { as: 'orgAdmin', params: { invitationId } });
  });
});

test('a mail that was taken but could not be written down as sent comes again as the same one, and another one does not', async () => {
  await mailServer.start();
  await world.owner("alter table mails add constraint unwritable check (status <> 'sent') not valid");
  await invite('orgAdmin', 'twice@cedar.example');
  expect(await runJobs()).toBe(0);
  await world.owner('alter table mails drop constraint unwritable');
  expect(await runJobs()).toBe(1);
  await invite('orgAdmin', 'twice@cedar.example');
  await runJobs();
  await mailServer.stop();
  const [first, again, other, ...more] = receivedBy('twice@cedar.example').map(({ messageId }) => messageId);
  expect(first).toMatch(/^<[0-9a-f]{32}@localhost>$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(more).toEqual([]);
});

test('a mail that could not be sent for three days is given up and its link forgotten', async () => {
  await invite('orgAdmin', 'late@cedar.example');
  const afterDays = async (days: number) => {
    world.clock.move({ days });
    await world.owner(
      "update sessions set last_seen_at = now() + interval '10 days', expires_at = now() + interval '10 days'",
    );
    await runJobs();
    return mailOf('orgAdmin', 'late@cedar.example');
  };
  expect(await afterDays(0)).toBe('delayed');
  expect(await afterDays(2)).toBe('delayed');
  expect(await afterDays(1)).toBe('failed');
  expect(await newestMailTo('late@cedar.example')).toMatchObject({ attempts: 3, text_body: '', html_body: '' });
  expect(await world.owner("select 1 from jobs where kind = 'mail.send'")).toEqual([]);
});
