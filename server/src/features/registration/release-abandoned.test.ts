import { accessRequestEndpoints } from '@sentrywell/contract/access-requests.ts';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { teamEndpoints } from '@sentrywell/contract/team.ts';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { storeInvitation } from '../../testing/stored-invitation.ts';
import { buildRegisteringWorld } from '../../testing/registering-world.ts';

const { world, mailsTo, linkTo, asOrganization, asMsp, confirm, signIn } = await buildRegisteringWorld();

const requestsOf = (email: string) =>
  world.owner<{ status: string }>(
    'select r.status from access_requests r join users u on u.tenant_id = r.tenant_id and u.id = r.user_id where u.email = $1',
    [email],
  );

type Person = { readonly tenant: number; readonly role: number; readonly status: string };
/** Everybody who ever registered with the address, the first one first. */
const peopleAt = (email: string) =>
  world.owner<Person>(
    'select tenant_id::int as tenant, role_id as role, status from users where email = $1 order by id',
    [email],
  );
const logOf = (tenantId: number | undefined) =>
  world.owner<{ log: string; user_name: string; address: string; request_id: string }>(
    'select log, user_name, address, request_id from audit_log where tenant_id = $1 order by seq',
    [tenantId],
  );

describe('an invitation and an account that nobody confirmed', () => {
  const nurse = 'nurse@oak.example';

  test('the invitation goes before: whoever redeems it comes in with their own password', async () => {
    const { oak } = world.organizations;
    const token = await storeInvitation(world, {
      kind: 'org_member',
      role: 'ORG_USER_EMPLOYEE',
      email: nurse,
      organizationId: oak.id,
    });
    await asMsp({ email: nurse, password: 'a stranger knows this phrase' });
    const strangers = await linkTo(nurse);
    expect((await asOrganization({ email: '', token })).json).toEqual({ success: true, next: 'sign_in' });
    expect((await signIn(nurse)).json).toMatchObject({ orgId: oak.id });
    const stranger = { email: nurse, password: 'a stranger knows this phrase' };
    expect((await world.call(authEndpoints.login, { body: stranger })).status).toBe(401);
    expect(await confirm(strangers)).toMatchObject({ status: 404, json: { code: 'confirmation.link_invalid' } });
    const [founder] = await peopleAt(nurse);
    expect(founder).toMatchObject({ status: 'inactive' });
    expect(
      await world.owner("select 1 from domain_directory where domain_name = 'oak.example' and kind = 'msp'"),
    ).toEqual([]);
    expect((await logOf(founder?.tenant)).at(-1)).toMatchObject({ user_name: 'System', address: '', request_id: '' });
  });

  test('an organization that is invited gets its domain back from whoever registered with the invited address', async () => {
    const email = 'boss@newclinic.example';
    await asOrganization({ email, password: 'a stranger knows this phrase' });
    const token = await storeInvitation(world, { kind: 'organization', role: 'ORG_ADMIN', email });
    expect((await asOrganization({ email: '', token })).json).toEqual({ success: true, next: 'sign_in' });
    expect((await peopleAt(email)).map(({ tenant, status }) => [tenant === world.msps.harbor, status])).toEqual([
      [false, 'inactive'],
      [true, 'active'],
    ]);
  });

  test('such an address can be invited', async () => {
    const email = 'orderly@oak.example';
    const invite = () =>
      world.call(invitationEndpoints.inviteOrganization, { as: 'mspAdmin', body: { email, role: 'ORG_ADMIN' } });
    await asMsp({ email });
    const token = await linkTo(email);
    expect((await invite()).status).toBe(200);
    await confirm(token);
    expect(await invite()).toMatchObject({ status: 409, json: { code: 'invitation.account_exists' } });
  });
});

describe('a registration that is never confirmed', () => {
  test('is nobody’s to give up any more once its address is confirmed, also while somebody else registers', async () => {
    const [founder, other] = ['founder@hornbeam.example', 'other@hornbeam.example'];
    await asOrganization({ email: founder });
    world.clock.move({ hours: 25 });
    const blocker = new pg.Client({ ...world.appConnection, user: 'postgres' });
    await blocker.connect();
    try {
      // As the link of a new password leaves it, that is followed in this moment.
      await blocker.query('begin');
      await blocker.query('update users set email_confirmed_at = now() where email = $1', [founder]);
      const registering = asOrganization({ email: other });
      const waiting = `select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%from users%for update'`;
      await expect.poll(() => world.owner(waiting), { timeout: 10_000 }).toHaveLength(1);
      await blocker.query('commit');
      expect(await registering).toMatchObject({ status: 409, json: { code: 'registration.domain_taken' } });
    } finally {
      await blocker.end();
    }
    expect((await signIn(founder)).status).toBe(200);
  });

  test('gives address and domain back after a day to those whose they are', async () => {
    await asOrganization({ email: 'squatter@hazel.example' });
    expect(await asOrganization({ email: 'owner@hazel.example' })).toMatchObject({ status: 409 });
    world.clock.move({ hours: 25 });
    expect((await asOrganization({ email: 'owner@hazel.example' })).json).toMatchObject({ next: 'confirm_email' });
    expect((await confirm(await linkTo('owner@hazel.example'))).status).toBe(200);
    expect((await signIn('owner@hazel.example')).status).toBe(200);
    // The address as well: it may register anew, and the domain has an organization now.
    expect(await asOrganization({ email: 'squatter@hazel.example' })).toMatchObject({
      status: 409,
      json: { code: 'registration.domain_taken' },
    });
  });

  test('an MSP’s domain too: who comes later founds it instead of waiting for nobody', async () => {
    await asMsp({ email: 'squatter@rowan.example' });
    await asMsp({ email: 'early@rowan.example' });
    expect(await requestsOf('early@rowan.example')).toEqual([{ status: 'unconfirmed' }]);
    world.clock.move({ hours: 25 });
    await asMsp({ email: 'founder@rowan.example' });
    expect((await confirm(await linkTo('founder@rowan.example'))).json).toMatchObject({ next: 'sign_in' });
  });

  test('never takes anything from people who are there', async () => {
    world.clock.move({ days: 400 });
    for (const email of ['new@harbor.example', 'new@lake.example']) {
      expect((await asMsp({ email })).status).toBe(200);
      expect(await requestsOf(email)).toEqual([{ status: 'unconfirmed' }]);
    }
    for (const domain of ['cedar.example', 'birch.example', 'hazel.example']) {
      expect((await asOrganization({ email: `new@${domain}` })).status).toBe(409);
    }
  });
});

describe('what an abandoned registration leaves', () => {
  test('stands in the log of those who lose it, and in the history of their organization', async () => {
    const email = 'jane@elm.example';
    await asOrganization({ email });
    const [{ tenant } = { tenant: 0 }] = await peopleAt(email);
    const before = (await logOf(tenant)).length;
    world.clock.move({ hours: 25 });
    await asOrganization({ email });
    expect((await peopleAt(email)).map(({ status }) => status)).toEqual(['inactive', 'active']);
    const silent = { user_name: 'System', address: '', request_id: '' };
    expect((await logOf(tenant)).slice(before)).toEqual([
      { ...silent, log: 'Gave up the registration of Jane Doe (jane@elm.example): the address was never confirmed' },
      { ...silent, log: 'Deactivated the organization Elm: nobody who registered it confirmed an address' },
      { ...silent, log: 'Released the domain elm.example: nobody who registered with it confirmed an address' },
    ]);
    // Where an organization stands alone, its log is the one of its organization: no other page shows an entry.
    expect(
      await world.owner('select log from audit_log where tenant_id = $1 and organization_id is null', [tenant]),
    ).toEqual([]);
    expect(
      await world.owner('select status from organization_status_history where tenant_id = $1 order by changed_at', [
        tenant,
      ]),
    ).toEqual([{ status: 'pending' }, { status: 'inactive' }]);
  });

  test('with a public mail address too, of which no directory knows', async () => {
    const email = 'forgetful.jane@gmail.com';
    await asOrganization({ email });
    const [{ tenant } = { tenant: 0 }] = await peopleAt(email);
    world.clock.move({ hours: 25 });
    await asOrganization({ email });
    expect(await world.owner('select status from organizations where tenant_id = $1', [tenant])).toEqual([
      { status: 'inactive' },
    ]);
    expect((await logOf(tenant)).at(-1)?.log).toMatch(/^Deactivated the organization Jane Doe/);
  });
});

describe('an MSP whose founder never confirmed the address', () => {
  /** Jnoe is a slip of Jon's: the founder whom no mail reaches. */
  async function foundByMistake(domain: string) {
    await asMsp({ email: `jnoe@${domain}` });
    await asMsp({ firstName: 'Jon', email: `jon@${domain}` });
    await confirm(await linkTo(`jon@${domain}`));
    const [{ tenant } = { tenant: 0 }] = await peopleAt(`jnoe@${domain}`);
    return tenant;
  }
  const roleOf = { superAdmin: 1, user: 2 };

  test('belongs to the first who confirmed one of its domain, as soon as the next registers', async () => {
    const domain = 'spruce-it.example';
    const tenant = await foundByMistake(domain);
    expect(await signIn(`jon@${domain}`)).toMatchObject({ status: 403, json: { code: 'sign_in.pending_approval' } });
    world.clock.move({ hours: 25 });
    expect((await asMsp({ firstName: 'Amy', email: `amy@${domain}` })).json).toMatchObject({ next: 'confirm_email' });
    expect(await peopleAt(`jnoe@${domain}`)).toEqual([{ tenant, role: roleOf.superAdmin, status: 'inactive' }]);
    expect(await peopleAt(`jon@${domain}`)).toEqual([{ tenant, role: roleOf.superAdmin, status: 'active' }]);
    expect(await peopleAt(`amy@${domain}`)).toEqual([{ tenant, role: roleOf.user, status: 'pending' }]);
    expect((await logOf(tenant)).map(({ log }) => log)).toContain(
      `Jon Doe (jon@${domain}) is MSP Super Admin now: nobody who registered the MSP confirmed an address`,
    );
    await confirm(await linkTo(`amy@${domain}`));
    expect(mailsTo(`jon@${domain}`).map(({ subject }) => subject)).toContain('You administer Spruce It on Sentrywell');
    const { cookie = '' } = await signIn(`jon@${domain}`);
    const { json } = await world.call(accessRequestEndpoints.listPendingRequests, { cookie });
    const { requests } = accessRequestEndpoints.listPendingRequests.reply.parse(json);
    expect(requests.map(({ name }) => name)).toEqual(['Amy Doe']);
    const params = { id: requests[0]?.id ?? 0 };
    expect((await world.call(accessRequestEndpoints.approveRequest, { cookie, params })).status).toBe(200);
    expect((await signIn(`amy@${domain}`)).status).toBe(200);
  });

  test('never had that founder in its team: nobody sees them there, or makes them an administrator again', async () => {
    const domain = 'medlar-it.example';
    await foundByMistake(domain);
    world.clock.move({ hours: 25 });
    await asMsp({ firstName: 'Amy', email: `amy@${domain}` });
    const { cookie = '' } = await signIn(`jon@${domain}`);
    const { text } = await world.call(teamEndpoints.listMspTeam, { cookie });
    expect([text.includes(`jon@${domain}`), text.includes(`jnoe@${domain}`)]).toEqual([true, false]);
    const [founder] = await world.owner<{ id: string }>('select id from users where email = $1', [`jnoe@${domain}`]);
    const params = { userId: Number(founder?.id) };
    expect(await world.call(teamEndpoints.reactivateMspMember, { cookie, params })).toMatchObject({
      status: 404,
      json: { code: 'person.not_found' },
    });
  });

  test('also when they themselves, or the mistaken address, register again', async () => {
    const again = { 'larch-it.example': 'jon', 'yew-it.example': 'jnoe' };
    for (const [domain, who] of Object.entries(again)) {
      const tenant = await foundByMistake(domain);
      world.clock.move({ hours: 25 });
      expect((await asMsp({ email: `${who}@${domain}` })).json).toMatchObject({ next: 'confirm_email' });
      expect(await peopleAt(`jon@${domain}`)).toEqual([{ tenant, role: roleOf.superAdmin, status: 'active' }]);
      expect((await peopleAt(`jnoe@${domain}`))[0]).toMatchObject({ status: 'inactive' });
      expect((await signIn(`jon@${domain}`)).status).toBe(200);
    }
    expect((await peopleAt('jnoe@yew-it.example'))[1]).toMatchObject({ role: roleOf.user, status: 'pending' });
  });

  test('has one heir, however many register at once', async () => {
    const domain = 'cypress-it.example';
    const tenant = await foundByMistake(domain);
    await asMsp({ email: `ben@${domain}` });
    await confirm(await linkTo(`ben@${domain}`));
    world.clock.move({ hours: 25 });
    await Promise.all(Array.from({ length: 8 }, (_, index) => asMsp({ email: `late${index}@${domain}` })));
    const admins = await world.owner(
      "select email from users where tenant_id = $1 and role_id = 1 and status = 'active'",
      [tenant],
    );
    expect(admins).toEqual([{ email: `jon@${domain}` }]);
    expect(await world.owner('select 1 from msps where domain_name = $1', [domain])).toHaveLength(1);
    expect(await requestsOf(`ben@${domain}`)).toEqual([{ status: 'pending' }]);
  });

  test('keeps nobody waiting where nobody can approve, also who asks to join in the moment in which it ends', async () => {
    const domain = 'hornbeam-it.example';
    await asMsp({ email: `jnoe@${domain}` });
    world.clock.move({ hours: 23 });
    const blocker = new pg.Client({ ...world.appConnection, user: 'postgres' });
    await blocker.connect();
    const waiting = (like: string) => () =>
      world.owner(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
        [like],
      );
    try {
      // Held up once it has found the MSP, before anybody sees that somebody asks.
      await blocker.query('begin');
      await blocker.query('insert into user_emails (email, tenant_id, user_id) values ($1, 1, 1)', [`ben@${domain}`]);
      const early = asMsp({ email: `ben@${domain}` });
      await expect.poll(waiting('insert into user_emails%'), { timeout: 10_000 }).toHaveLength(1);
      world.clock.move({ hours: 2 });
      const late = asMsp({ email: `amy@${domain}` });
      await expect.poll(waiting('%domain_directory%for update'), { timeout: 10_000 }).toHaveLength(1);
      await blocker.query('rollback');
      expect((await Promise.all([early, late])).map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      await blocker.end();
    }
    expect(await requestsOf(`ben@${domain}`)).toEqual([{ status: 'declined' }]);
    expect((await confirm(await linkTo(`amy@${domain}`))).json).toMatchObject({ next: 'sign_in' });
    // Their address is free: they ask somebody now who is there.
    await asMsp({ email: `ben@${domain}` });
    expect((await confirm(await linkTo(`ben@${domain}`))).json).toMatchObject({ next: 'wait_for_approval' });
  });

  test('waits for the founder as long as the link works', async () => {
    const domain = 'linden-it.example';
    await foundByMistake(domain);
    world.clock.move({ hours: 23 });
    await asMsp({ email: `amy@${domain}` });
    expect(await requestsOf(`jon@${domain}`)).toEqual([{ status: 'pending' }]);
    expect((await confirm(await linkTo(`jnoe@${domain}`))).json).toMatchObject({ next: 'sign_in' });
  });
});
