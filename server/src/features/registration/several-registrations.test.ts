import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { describe, expect, test } from 'vitest';
import { buildRegisteringWorld } from '../../testing/registering-world.ts';

const { world, password, mailsTo, linkTo, resetLinkTo, asOrganization, confirm, resend, reset } =
  await buildRegisteringWorld();

describe('several registrations with one address', () => {
  const strangers = 'a stranger knows this phrase';
  const ofStranger = { firstName: 'Eve', lastName: 'Else', password: strangers };
  const login = (email: string, phrase: string) =>
    world.call(authEndpoints.login, { body: { email, password: phrase } });
  const personAt = (email: string) =>
    world.owner(
      'select first_name, last_name, email_confirmed_at is not null as confirmed from users where email = $1',
      [email],
    );

  /** A stranger registers before the owner. @returns the link of each registration. */
  async function registerBoth(email: string) {
    const replies = [await asOrganization({ ...ofStranger, email })];
    const theirs = await linkTo(email);
    replies.push(await asOrganization({ email }));
    expect(replies.map(({ status, json }) => [status, json])).toEqual(
      Array(2).fill([200, { success: true, next: 'confirm_email' }]),
    );
    return { theirs, own: await linkTo(email) };
  }

  test('each has a link of its own: the first that is followed brings its name and password, and ends the others', async () => {
    const email = 'owner.aspen@gmail.com';
    const { theirs, own } = await registerBoth(email);
    expect((await confirm(own)).json).toEqual({ success: true, next: 'sign_in' });
    expect((await confirm(own)).json).toEqual({ success: true, next: 'sign_in' });
    expect(await confirm(theirs)).toMatchObject({ status: 404, json: { code: 'confirmation.link_invalid' } });
    expect((await login(email, strangers)).status).toBe(401);
    expect((await login(email, password)).status).toBe(200);
    expect(await personAt(email)).toEqual([{ first_name: 'Jane', last_name: 'Doe', confirmed: true }]);
    expect(mailsTo(email).map(({ subject }) => subject)).toEqual(Array(2).fill('Confirm your e-mail address'));
    expect(mailsTo(email).map(({ text }) => /Hello (\w+)/.exec(text ?? '')?.[1])).toEqual(['Eve', 'Jane']);
    const [{ log } = { log: '' }] = await world.owner<{ log: string }>(
      "select log from audit_log where log like '%confirmed the address owner.aspen@gmail.com%'",
    );
    expect(log).toBe(`Jane Doe confirmed the address ${email}; the name and password of that registration count`);
  });

  test('followed at the same moment, one counts and the other is over, 10 times', async () => {
    for (let round = 0; round < 10; round += 1) {
      const email = `owner${round}@gmail.com`;
      const { theirs, own } = await registerBoth(email);
      const [mine, other] = await Promise.all([confirm(own), confirm(theirs)]);
      expect(new Set([mine?.status, other?.status])).toEqual(new Set([200, 404]));
      const winner = mine?.status === 200 ? 'Jane' : 'Eve';
      expect(await personAt(email)).toMatchObject([{ first_name: winner, confirmed: true }]);
    }
  });

  test('asked for again, the link of the last registration comes, and the one before stops working', async () => {
    const email = 'owner.poplar@gmail.com';
    const { theirs, own } = await registerBoth(email);
    await resend(email);
    const again = await linkTo(email);
    expect((await confirm(own)).status).toBe(404);
    expect((await confirm(again)).status).toBe(200);
    expect((await login(email, password)).status).toBe(200);
    expect((await confirm(theirs)).status).toBe(404);
  });

  /** Asks for the links again. @returns them as the mail names them. */
  async function linksAgain(email: string) {
    await resend(email);
    await world.kernel.jobs.runDue();
    const text = String(mailsTo(email).at(-1)?.text);
    const links = text.matchAll(/Confirm the registration of (.+), (\S+) (\S+) UTC:\n\S+token=(\S+)/g);
    return Array.from(links, ([, name = '', day = '', time = '', token = '']) => ({
      name,
      at: `${day}T${time}Z`,
      token,
    }));
  }

  test('asked for again, whoever registered last: the link of each comes, and the mail says whose it is and of when', async () => {
    const email = 'owner.cypress@gmail.com';
    await asOrganization({ email });
    const before = [await linkTo(email)];
    world.clock.move({ hours: 1 });
    await asOrganization({ ...ofStranger, email });
    before.push(await linkTo(email));
    const links = await linksAgain(email);
    expect(mailsTo(email)).toHaveLength(3);
    expect(links.map(({ name }) => name)).toEqual(['Eve Else', 'Jane Doe']);
    const [later = 0, earlier = 0] = links.map(({ at }) => Date.parse(at));
    expect(Math.floor((later - earlier) / 60_000)).toBe(60);
    // When they registered stays what it was, however often it is asked for.
    const again = await linksAgain(email);
    expect(again.map(({ at }) => at)).toEqual(links.map(({ at }) => at));
    for (const over of [...before, ...links.map(({ token }) => token)]) {
      expect((await confirm(over)).status).toBe(404);
    }
    const [theirs, own] = again.map(({ token }) => token);
    expect((await confirm(String(own))).status).toBe(200);
    expect((await confirm(String(theirs))).status).toBe(404);
    expect((await login(email, strangers)).status).toBe(401);
    expect((await login(email, password)).status).toBe(200);
    world.clock.move({ hours: -1 });
  });

  test('asked for again when it is long over, it still brings what was chosen', async () => {
    const email = 'owner.willow@gmail.com';
    await registerBoth(email);
    world.clock.move({ hours: 30 });
    await resend(email);
    expect((await confirm(await linkTo(email))).status).toBe(200);
    expect((await login(email, password)).status).toBe(200);
    world.clock.move({ hours: -30 });
  });

  test('a password that was reset meanwhile stays', async () => {
    const email = 'owner.juniper@gmail.com';
    const { theirs } = await registerBoth(email);
    expect((await reset(await resetLinkTo(email))).status).toBe(200);
    await confirm(theirs);
    expect((await login(email, strangers)).status).toBe(401);
    expect((await login(email, password)).status).toBe(200);
  });

  test('where the domain is taken by then, the answer says so to everybody, and the owner has a link all the same', async () => {
    const email = 'owner@hemlock.example';
    await asOrganization({ ...ofStranger, email });
    const taken = { status: 409, json: { code: 'registration.domain_taken' } };
    expect(await asOrganization({ email })).toMatchObject(taken);
    expect(await asOrganization({ email: 'nobody@hemlock.example' })).toMatchObject(taken);
    expect((await confirm(await linkTo(email))).status).toBe(200);
    expect((await login(email, strangers)).status).toBe(401);
    expect((await login(email, password)).status).toBe(200);
    expect(mailsTo('nobody@hemlock.example')).toEqual([]);
  });

  test('what waits to be mailed holds neither name nor password in clear', async () => {
    const email = 'owner.sequoia@gmail.com';
    await asOrganization({ ...ofStranger, email });
    await asOrganization({ email, firstName: 'Ottoline' });
    const [job] = await world.owner<{ payload: string }>(
      "select payload::text from jobs where kind = 'account.registered_again' order by id desc limit 1",
    );
    expect(job?.payload).toContain('"chosen"');
    expect(job?.payload).not.toMatch(/argon2|Ottoline|owner\./);
  });
});
