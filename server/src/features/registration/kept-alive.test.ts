import { describe, expect, test } from 'vitest';
import { buildRegisteringWorld } from '../../testing/registering-world.ts';

const { world, mailsTo, linkTo, asOrganization, asMsp, confirm, resend, signIn } = await buildRegisteringWorld({
  RATE_LIMIT_FACTOR: '1',
});

describe('a registration whose link is asked for every day', () => {
  /** So many days go by, in each of which the link is asked for. */
  async function askDaily(email: string, days: number) {
    for (let day = 0; day < days; day += 1) {
      world.clock.move({ hours: 24 });
      await resend(email);
      await world.kernel.jobs.runDue();
    }
  }

  test('keeps its address and domain for a week at most', async () => {
    const [squatter, owner] = ['squatter@alder.example', 'owner@alder.example'];
    await asOrganization({ email: squatter });
    await askDaily(squatter, 6);
    expect(await asOrganization({ email: owner })).toMatchObject({ status: 409 });
    await askDaily(squatter, 1);
    const link = await linkTo(squatter);
    world.clock.move({ minutes: 5 });
    expect((await asOrganization({ email: owner })).json).toMatchObject({ next: 'confirm_email' });
    expect((await confirm(link)).status).toBe(404);
    expect((await confirm(await linkTo(owner))).status).toBe(200);
    expect((await signIn(owner)).status).toBe(200);
  });

  test('nor longer those of an MSP, nor an address that no directory knows', async () => {
    const people = ['squatter@beech-it.example', 'somebody.beech@gmail.com'];
    for (const email of people) {
      await asMsp({ email });
      await askDaily(email, 7);
      world.clock.move({ minutes: 5 });
      await asMsp({ email });
      expect(await world.owner('select status from users where email = $1 order by id', [email])).toEqual([
        { status: 'inactive' },
        { status: 'active' },
      ]);
    }
  });

  test('is confirmed by that link also later, as long as nobody else wants what it has', async () => {
    const email = 'patient@chestnut.example';
    await asOrganization({ email });
    await askDaily(email, 9);
    expect((await confirm(await linkTo(email))).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
  });
});

test('a registration beyond those that an address is mailed in a day says what all say, and the mails before told it', async () => {
  const email = 'often@gmail.com';
  const replies: unknown[] = [];
  for (let round = 0; round < 8; round += 1) {
    const { status, json } = await asOrganization({ email });
    replies.push([status, json]);
    await world.kernel.jobs.runDue();
  }
  expect(replies).toEqual(Array(8).fill([200, { success: true, next: 'confirm_email' }]));
  expect(mailsTo(email)).toHaveLength(6);
  for (const { text } of mailsTo(email)) {
    expect(text).toContain(
      'Only a few such mails a day are sent to an address: a registration beyond them gets no link.',
    );
  }
});
