import { authEndpoints, passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { accessRequestEndpoints } from '@sentrywell/contract/access-requests.ts';
import { contactEndpoints } from '@sentrywell/contract/contact.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { teamEndpoints } from '@sentrywell/contract/team.ts';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withClient } from '../../kernel/with-client.ts';
import { addPerson } from '../../testing/add-person.ts';
import { storeInvitation } from '../../testing/stored-invitation.ts';
import { buildWorld, testPassword, type World } from '../../testing/world.ts';
import { forgetOld } from './forget-old.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});
beforeEach(() =>
  world.owner(
    'delete from sessions; delete from one_use_tokens; delete from mails; delete from jobs; delete from invitations; delete from contact_messages',
  ),
);

const signIn = async (email: string) =>
  (await world.call(authEndpoints.login, { body: { email, password: testPassword } })).cookie ?? '';
/** Mails that wait are sent; they are of the database's time, which the tests do not move. */
const sendMails = async () => {
  await world.kernel.jobs.runDue();
  await world.owner('update mails set created_at = $1', [world.kernel.clock.now()]);
};
const askForReset = async (email: string) => {
  await world.call(passwordEndpoints.requestPasswordReset, { body: { email } });
  await sendMails();
};
const left = async () => {
  const [row] = await world.owner<{ sessions: string; tokens: string; entries: string }>(
    `select (select count(*) from sessions) as sessions, (select count(*) from one_use_tokens) as tokens,
      (select count(*) from audit_log) as entries`,
  );
  return { sessions: Number(row?.sessions), tokens: Number(row?.tokens), entries: Number(row?.entries) };
};

describe('what is over is forgotten: what it does', () => {
  test('links a week after they were over, sessions after three months, the audit log never', async () => {
    await signIn('admin@cedar.example');
    const cookie = await signIn('admin@lake.example');
    await world.call(authEndpoints.logout, { cookie });
    await askForReset('admin@cedar.example');
    await askForReset('root@sentrywell.example');
    const { entries } = await left();
    await world.owner('delete from mails');
    world.clock.move({ days: 7 });
    expect(await forgetOld(world.kernel)).toBe(0);
    expect(await left()).toEqual({ sessions: 2, tokens: 2, entries });
    world.clock.move({ days: 1 });
    expect(await forgetOld(world.kernel)).toBe(2);
    expect(await left()).toEqual({ sessions: 2, tokens: 0, entries });
    world.clock.move({ days: 81 });
    expect(await forgetOld(world.kernel)).toBe(0);
    expect(await left()).toEqual({ sessions: 2, tokens: 0, entries });
    world.clock.move({ days: 2 });
    expect(await forgetOld(world.kernel)).toBe(2);
    expect(await left()).toEqual({ sessions: 0, tokens: 0, entries });
  });

  test('what is still good stays, and an open session goes on', async () => {
    const old = await signIn('auditor@harbor.example');
    await world.call(authEndpoints.logout, { cookie: old });
    world.clock.move({ days: 91 });
    const cookie = await signIn('auditor@harbor.example');
    await askForReset('auditor@harbor.example');
    expect(await forgetOld(world.kernel)).toBe(1);
    expect(await left()).toMatchObject({ sessions: 1, tokens: 1 });
    expect((await world.call(authEndpoints.me, { cookie })).status).toBe(200);
  });

  test('nothing goes while the clock of the machine is far from the database’s', async () => {
    await signIn('admin@cedar.example');
    world.clock.move({ days: 91 });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
    try {
      expect(await forgetOld(world.kernel)).toBe(0);
    } finally {
      vi.useRealTimers();
    }
    expect(await forgetOld(world.kernel)).toBe(1);
  });

  test('where it fails for one tenant, the others go on', async () => {
    const { harbor } = world.msps;
    await signIn('admin@harbor.example');
    await signIn('admin@lake.example');
    await askForReset('root@sentrywell.example');
    await world.owner('delete from mails');
    world.clock.move({ days: 91 });
    await world.owner(`create policy stuck on sessions as restrictive for delete
      using (case current_setting('app.tenant_id', true) when '${harbor}' then 1 / (tenant_id - ${harbor}) is null else true end)`);
    expect(await forgetOld(world.kernel)).toBe(2);
    expect(await left()).toMatchObject({ sessions: 1, tokens: 0 });
    await world.owner('drop policy stuck on sessions');
    expect(await forgetOld(world.kernel)).toBe(1);
  });
});

/** Whose rows are left, by the address that each of them names. */
const addressesIn = async (table: 'mails' | 'invitations' | 'contact_messages') => {
  const column = table === 'mails' ? 'recipient' : 'email';
  const rows = await world.owner<{ address: string }>(`select ${column} as address from ${table} order by id`);
  return rows.map(({ address }) => address);
};

describe('mails: what is forgotten', () => {
  const write = (status: string, recipient = `${status}@cedar.example`) =>
    world.owner(
      `insert into mails (tenant_id, recipient, subject, text_body, html_body, status, created_at)
        values ($1, $2, 'Subject', '', '', $3, $4)`,
      [world.msps.harbor, recipient, status, world.kernel.clock.now()],
    );

  test('those that left or were given up, two months after; never one that waits', async () => {
    for (const status of ['sent', 'waiting', 'kept', 'delayed', 'failed']) {
      await write(status);
    }
    world.clock.move({ days: 59 });
    expect(await forgetOld(world.kernel)).toBe(0);
    world.clock.move({ days: 2 });
    expect(await forgetOld(world.kernel)).toBe(3);
    expect(await addressesIn('mails')).toEqual(['waiting@cedar.example', 'delayed@cedar.example']);
  });

  test('the list of invitations says what became of each mail for as long as it lists it', async () => {
    const body = { email: 'late@cedar.example', role: 'ORG_AUDITOR' };
    const cookie = await signIn('admin@cedar.example');
    expect((await world.call(invitationEndpoints.inviteMember, { cookie, body })).status).toBe(200);
    await sendMails();
    const listed = async () => {
      const cookieNow = await signIn('admin@cedar.example');
      const { json } = await world.call(invitationEndpoints.listMemberInvitations, { cookie: cookieNow });
      return invitationEndpoints.listMemberInvitations.reply.parse(json).invitations.map(({ mail }) => mail);
    };
    world.clock.move({ days: 37, minutes: -5 });
    await forgetOld(world.kernel);
    expect(await listed()).toEqual(['kept']);
    world.clock.move({ minutes: 10 });
    expect(await listed()).toEqual([]);
  });

  test('years of them go in batches, also where two servers begin at once, and another tenant’s stay until their time', async () => {
    await write('sent');
    await world.owner(
      `insert into mails (tenant_id, recipient, subject, text_body, html_body, status, created_at)
        select $1, 'many@cedar.example', 'Subject', '', '', 'sent', $2::timestamptz - make_interval(mins => n) from generate_series(1, 9000) n`,
      [world.msps.lake, new Date(world.kernel.clock.now().getTime() - 86_400_000)],
    );
    world.clock.move({ days: 60, minutes: -5 });
    const counts = await Promise.all([forgetOld(world.kernel), forgetOld(world.kernel)]);
    expect(counts[0] + counts[1]).toBe(9_000);
    expect(await addressesIn('mails')).toEqual(['sent@cedar.example']);
  });
});

describe('invitations: what is forgotten', () => {
  const invite = (email: string, change?: string) =>
    storeInvitation(world, {
      kind: 'msp_member',
      role: 'MSP_USER',
      email,
      change: change ?? `expires_at = '${new Date(world.kernel.clock.now().getTime() + 7 * 86_400_000).toISOString()}'`,
    });
  const overAt = (column: string) => `${column} = '${world.kernel.clock.now().toISOString()}', expires_at = 'infinity'`;

  test('three months after they were used, revoked or expired; a link that works goes on', async () => {
    await invite('used@harbor.example', overAt('used_at'));
    await invite('revoked@harbor.example', overAt('revoked_at'));
    await invite('expired@harbor.example');
    world.clock.move({ days: 90, minutes: -5 });
    const token = await invite('open@harbor.example');
    expect(await forgetOld(world.kernel)).toBe(0);
    world.clock.move({ minutes: 10 });
    expect(await forgetOld(world.kernel)).toBe(2);
    expect(await addressesIn('invitations')).toEqual(['expired@harbor.example', 'open@harbor.example']);
    expect((await world.call(invitationEndpoints.findInvitation, { params: { token } })).status).toBe(200);
    world.clock.move({ days: 7 });
    expect(await forgetOld(world.kernel)).toBe(1);
    expect(await addressesIn('invitations')).toEqual(['open@harbor.example']);
  });

  test('not one that is sent again in the same moment', async () => {
    await invite('again@harbor.example');
    world.clock.move({ days: 98 });
    await withClient({ ...world.appConnection, user: 'postgres' }, async (blocker) => {
      await blocker.query('begin');
      await blocker.query("update invitations set expires_at = 'infinity'");
      const forgetting = forgetOld(world.kernel);
      const waiting = `select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from invitations%'`;
      await expect.poll(() => world.owner(waiting), { timeout: 10_000 }).toHaveLength(1);
      await blocker.query('commit');
      expect(await forgetting).toBe(0);
    });
    expect(await addressesIn('invitations')).toEqual(['again@harbor.example']);
  });
});

describe('requests to join and messages: what is forgotten', () => {
  const { approveRequest, declineRequest, listPendingRequests, listDeclinedRequests, approveDeclinedRequest } =
    accessRequestEndpoints;

  async function ask(email: string, status = 'pending') {
    const tenantId = world.msps.harbor;
    const { userId } = await addPerson(world, { email, role: 'MSP_USER', tenantId, status: 'pending' });
    const [row] = await world.owner<{ id: string }>(
      'insert into access_requests (tenant_id, user_id, status) values ($1, $2, $3) returning id',
      [tenantId, userId, status],
    );
    return { id: Number(row?.id), userId };
  }
  const requestsLeft = async () => {
    const rows = await world.owner<{ id: string }>('select id from access_requests order by id');
    return rows.map(({ id }) => Number(id));
  };

  test('an approved one, and one that was given up before its address was confirmed; what a page still shows stays', async () => {
    const waiting = await ask('waiting@harbor.example');
    const unconfirmed = await ask('unconfirmed@harbor.example', 'unconfirmed');
    const approved = await ask('approved@harbor.example');
    const declined = await ask('declined@harbor.example');
    const givenUp = await ask('given-up@harbor.example', 'declined');
    await world.owner("update users set status = 'inactive', email_confirmed_at = null where id = $1", [
      givenUp.userId,
    ]);
    await world.owner('update access_requests set decided_at = $1 where id = $2', [
      world.kernel.clock.now(),
      givenUp.id,
    ]);
    const admin = await signIn('admin@harbor.example');
    const decide = (endpoint: typeof approveRequest, id: number, cookie = admin) =>
      world.call(endpoint, { cookie, params: { id } });
    expect((await decide(approveRequest, approved.id)).status).toBe(200);
    expect((await decide(declineRequest, declined.id)).status).toBe(200);
    world.clock.move({ days: 90, minutes: -5 });
    await forgetOld(world.kernel);
    expect(await requestsLeft()).toHaveLength(5);
    world.clock.move({ minutes: 10 });
    await forgetOld(world.kernel);
    expect(await requestsLeft()).toEqual([waiting.id, unconfirmed.id, declined.id]);

    const cookie = await signIn('admin@harbor.example');
    const { text: team } = await world.call(teamEndpoints.listMspTeam, { cookie });
    const people = ['waiting', 'unconfirmed', 'approved', 'declined', 'given-up'];
    expect(people.filter((name) => team.includes(`${name}@harbor.example`))).toEqual(['approved']);
    const shown = async (endpoint: typeof listPendingRequests | typeof listDeclinedRequests) =>
      endpoint.reply.parse((await world.call(endpoint, { cookie })).json).requests.map(({ id }) => id);
    expect(await shown(listPendingRequests)).toEqual([waiting.id]);
    expect(await shown(listDeclinedRequests)).toEqual([declined.id]);
    expect((await decide(approveDeclinedRequest, declined.id, cookie)).status).toBe(200);
  });

  test('a message of the contact page half a year after it came', async () => {
    const body = { name: 'Ann', email: 'ann@clinic.example', organization: '', message: 'Hello', website: '' };
    expect((await world.call(contactEndpoints.sendContactMessage, { body })).status).toBe(200);
    world.clock.move({ days: 180, minutes: -5 });
    await forgetOld(world.kernel);
    expect(await addressesIn('contact_messages')).toEqual(['ann@clinic.example']);
    world.clock.move({ minutes: 10 });
    await forgetOld(world.kernel);
    expect(await addressesIn('contact_messages')).toEqual([]);
  });
});
