import { describe, expect, test } from 'vitest';
import { storeInvitation } from '../../testing/stored-invitation.ts';
import { buildRegisteringWorld } from '../../testing/registering-world.ts';

const { world, mailServer, mailsTo, linkTo, resetLinkTo, asOrganization, asMsp, confirm, resend, reset, signIn } =
  await buildRegisteringWorld();

/** The mails that tell an approver that Jane Doe asks to join Harbor. */
async function newsOfRequests() {
  await world.kernel.jobs.runDue();
  return mailsTo(world.people.mspAdmin.email).filter(({ subject }) => subject === 'Jane Doe asks to join Harbor');
}

const requestsOf = (email: string) =>
  world.owner<{ status: string }>(
    'select r.status from access_requests r join users u on u.tenant_id = r.tenant_id and u.id = r.user_id where u.email = $1',
    [email],
  );

describe('confirming an address: what it does', () => {
  test('a new organization waits for it, and nobody signs in before', async () => {
    const email = 'jane@maple.example';
    expect((await asOrganization({ email })).json).toEqual({ success: true, next: 'confirm_email' });
    expect(await signIn(email)).toMatchObject({ status: 403, json: { code: 'sign_in.unconfirmed' } });
    const token = await linkTo(email);
    expect((await confirm(token)).json).toEqual({ success: true, next: 'sign_in' });
    expect((await signIn(email)).status).toBe(200);
  });

  test('a page that is loaded again says the same; a day later the link is over', async () => {
    const email = 'again@alder.example';
    await asOrganization({ email });
    const token = await linkTo(email);
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).json).toEqual({ success: true, next: 'sign_in' });
    world.clock.move({ hours: 25 });
    expect(await confirm(token)).toMatchObject({ status: 404, json: { code: 'confirmation.link_invalid' } });
  });

  test('a request to join an MSP appears there only afterwards', async () => {
    const email = 'newcomer@harbor.example';
    expect((await asMsp({ email })).json).toMatchObject({ next: 'confirm_email' });
    expect(await requestsOf(email)).toEqual([{ status: 'unconfirmed' }]);
    expect((await confirm(await linkTo(email))).json).toEqual({ success: true, next: 'wait_for_approval' });
    expect(await requestsOf(email)).toEqual([{ status: 'pending' }]);
    expect(await signIn(email)).toMatchObject({ status: 403, json: { code: 'sign_in.pending_approval' } });
  });

  test('and whoever may approve it is told by mail then, not before', async () => {
    const before = (await newsOfRequests()).length;
    const email = 'another@harbor.example';
    await asMsp({ email });
    const token = await linkTo(email);
    expect(await newsOfRequests()).toHaveLength(before);
    await confirm(token);
    await confirm(token);
    const news = await newsOfRequests();
    expect(news).toHaveLength(before + 1);
    expect(news.at(-1)?.text).toContain(`Jane Doe registered with the address ${email}`);
    expect(news.at(-1)?.text).toContain('http://localhost:3000/msp/team');
    const told = mailServer.received.filter(({ subject }) => subject === 'Jane Doe asks to join Harbor');
    expect(new Set(told.map(({ to }) => to?.[0]?.address))).toEqual(new Set([world.people.mspAdmin.email]));
  });

  test('a password reset confirms it too, and whoever may approve is told the same', async () => {
    const before = (await newsOfRequests()).length;
    const email = 'forgetful@harbor.example';
    await asMsp({ email });
    const confirmation = await linkTo(email);
    const token = await resetLinkTo(email);
    expect(await newsOfRequests()).toHaveLength(before);
    expect((await reset(token)).status).toBe(200);
    expect(await requestsOf(email)).toEqual([{ status: 'pending' }]);
    const news = await newsOfRequests();
    expect(news).toHaveLength(before + 1);
    expect(news.at(-1)?.text).toContain(`Jane Doe registered with the address ${email}`);
    // The confirmation mail is still there, and so is the way to another reset.
    expect((await confirm(confirmation)).json).toEqual({ success: true, next: 'wait_for_approval' });
    expect((await reset(await resetLinkTo(email))).status).toBe(200);
    expect(await newsOfRequests()).toHaveLength(before + 1);
  });

  test('told once too when both links are opened at the same moment', async () => {
    const before = (await newsOfRequests()).length;
    const email = 'hasty@harbor.example';
    await asMsp({ email });
    const confirmation = await linkTo(email);
    const token = await resetLinkTo(email);
    const replies = await Promise.all([confirm(confirmation), reset(token)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await newsOfRequests()).toHaveLength(before + 1);
  });

  test('sent again, the new link works and the old one does not', async () => {
    const email = 'resent@elm.example';
    await asOrganization({ email });
    const old = await linkTo(email);
    expect((await resend(email)).status).toBe(200);
    const token = await linkTo(email);
    expect(token).not.toBe(old);
    expect((await confirm(old)).status).toBe(404);
    expect((await confirm(token)).status).toBe(200);
  });

  test('an invited person needs none: the invitation came by mail', async () => {
    const email = 'invited@cedar.example';
    const { cedar } = world.organizations;
    const token = await storeInvitation(world, {
      kind: 'org_member',
      role: 'ORG_AUDITOR',
      email,
      organizationId: cedar.id,
    });
    expect((await asOrganization({ email: '', token })).json).toEqual({ success: true, next: 'sign_in' });
    expect((await signIn(email)).status).toBe(200);
  });
});

describe('confirming an address: who may', () => {
  test('sending again is answered the same for everybody, and mails only who waits', async () => {
    await asOrganization({ email: 'waiting@spruce.example' });
    await world.kernel.jobs.runDue();
    const before = mailServer.received.length;
    for (const email of ['waiting@spruce.example', 'admin@cedar.example', 'nobody@nowhere.example']) {
      expect(await resend(email)).toMatchObject({ status: 200, json: { success: true } });
    }
    await world.kernel.jobs.runDue();
    expect(mailServer.received.slice(before).map(({ to }) => to?.[0]?.address)).toEqual(['waiting@spruce.example']);
  });

  test('an address that has an account is answered like a new one, and its owner is told by mail', async () => {
    const email = 'admin@oak.example';
    const before = await world.owner('select * from users where email = $1', [email]);
    expect(await asMsp({ email })).toMatchObject({ status: 200, json: { success: true, next: 'confirm_email' } });
    const { cedar } = world.organizations;
    const token = await storeInvitation(world, {
      kind: 'org_member',
      role: 'ORG_ADMIN',
      email,
      organizationId: cedar.id,
    });
    expect(await asOrganization({ email: '', token })).toMatchObject({ status: 200, json: { next: 'sign_in' } });
    await world.kernel.jobs.runDue();
    expect(mailsTo(email).map(({ subject }) => subject)).toEqual([
      'You already have an account',
      'You already have an account',
    ]);
    expect(await world.owner('select * from users where email = $1', [email])).toEqual(before);
    expect(await world.owner('select 1 from invitations where email = $1 and used_at is null', [email])).toHaveLength(
      1,
    );
  });

  test('a link of an account that was given up says that it is over', async () => {
    const email = 'given.up@gmail.com';
    await asOrganization({ email });
    const token = await linkTo(email);
    // A link that was mailed again while its account was given up, by a server that did not hold the account meanwhile.
    await world.owner("update users set status = 'inactive' where email = $1", [email]);
    expect(await confirm(token)).toMatchObject({ status: 404, json: { code: 'confirmation.link_invalid' } });
    expect(
      await world.owner('select 1 from users where email = $1 and email_confirmed_at is null', [email]),
    ).toHaveLength(1);
  });

  test('junk, another purpose’s token and another tenant’s number are the same 404', async () => {
    const email = 'junk@fir.example';
    await asOrganization({ email });
    const token = await linkTo(email);
    const foreign = `${world.msps.lake.toString(36)}.${token.split('.')[1]}`;
    for (const bad of [foreign, `${token}x`, 'x'.repeat(40)]) {
      expect(await confirm(bad)).toMatchObject({ status: 404, json: { code: 'confirmation.link_invalid' } });
    }
  });
});
