import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contactEndpoints, longestMessage } from '@sentrywell/contract/contact.ts';
import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, test } from 'vitest';
import { unseal } from '../../kernel/sealed.ts';
import { buildWorld, type World } from '../../testing/world.ts';

const { sendContactMessage } = contactEndpoints;
const limited = await buildWorld({ environment: { RATE_LIMIT_FACTOR: '1', CONTACT_EMAIL: 'hello@operator.example' } });
const unaddressed = await buildWorld();

const body = {
  name: 'Jordan Vale',
  email: 'Jordan@NewClinic.example',
  organization: 'New Clinic',
  message: 'We are twelve people.\nWhen can we talk?',
  website: '',
};

async function count(world: World): Promise<number> {
  const [row] = await world.owner<{ count: string }>('select count(*) from contact_messages');
  return Number(row?.count);
}

beforeEach(() => limited.clock.move({ days: 2 }));

describe('what the contact page does', () => {
  test('a message is kept under the platform, mailed to the operator and written to the log', async () => {
    const { status, json } = await limited.call(sendContactMessage, { body });
    expect({ status, json }).toEqual({ status: 200, json: { success: true } });
    const [stored] = await limited.owner(
      'select tenant_id, name, email, organization, message from contact_messages order by id desc limit 1',
    );
    expect(stored).toEqual({
      tenant_id: '1',
      name: 'Jordan Vale',
      email: 'jordan@newclinic.example',
      organization: 'New Clinic',
      message: 'We are twelve people.\nWhen can we talk?',
    });
    const [mail] = await limited.owner<{ recipient: string; subject: string; text_body: string }>(
      'select m.recipient, m.subject, m.text_body from mails m join contact_messages c on c.mail_id = m.id order by m.id desc limit 1',
    );
    expect(mail).toMatchObject({ recipient: 'hello@operator.example', subject: 'Contact: Jordan Vale' });
    const text = unseal(limited.kernel.secrets, mail?.text_body ?? '');
    expect(text).toContain('Jordan Vale (jordan@newclinic.example) of New Clinic wrote:');
    expect(text).toContain('When can we talk?');
    const log = await limited.owner("select 1 from audit_log where tenant_id = 1 and target_type = 'contact_message'");
    expect(log.length).toBeGreaterThan(0);
  });

  test('without a mail server and without an address it waits for the operator’s own outbox', async () => {
    expect((await unaddressed.call(sendContactMessage, { body })).status).toBe(200);
    const [mail] = await unaddressed.owner<{ recipient: string }>('select recipient from mails');
    expect(mail?.recipient).toBe('operator@localhost');
  });

  test.each([
    ['20 messages of one moment are 20 files', 'hello@operator.example', 20],
    [
      'a message to an address of 254 characters is a file',
      `${'o'.repeat(59)}@${'operator.'.repeat(20)}example.health`,
      1,
    ],
  ])('in the outbox %s', async (_what, recipient, messages) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'outbox-'));
    const world = await buildWorld({ environment: { DATA_DIR: folder, CONTACT_EMAIL: recipient } });
    const names = Array.from({ length: messages }, (_, index) => `Person ${index}`);
    for (const name of names) {
      expect((await world.call(sendContactMessage, { body: { ...body, name } })).status).toBe(200);
    }
    expect(await world.kernel.jobs.runDue()).toBe(messages);
    const outbox = path.join(folder, 'outbox');
    const subjects = await Promise.all(
      (await readdir(outbox)).map(
        async (file) => (await PostalMime.parse(await readFile(path.join(outbox, file)))).subject,
      ),
    );
    await rm(folder, { recursive: true });
    expect(new Set(subjects)).toEqual(new Set(names.map((name) => `Contact: ${name}`)));
    expect(subjects).toHaveLength(messages);
  });

  test('with a mail server and without an address it goes to the root users who are active', async () => {
    const world = await buildWorld({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    expect((await world.call(sendContactMessage, { body })).status).toBe(200);
    expect(await world.owner('select recipient, subject from mails')).toEqual([
      { recipient: world.people.root.email, subject: 'Contact: Jordan Vale' },
    ]);
    await world.owner("update users set status = 'inactive' where is_root_user");
    expect((await world.call(sendContactMessage, { body })).status).toBe(200);
    expect(await count(world)).toBe(2);
    expect(await world.owner('select 1 from mails')).toHaveLength(1);
  });

  test('what a program filled in is dropped, and the program is told that all went well', async () => {
    const before = await count(limited);
    const filled = { ...body, website: 'https://spam.example' };
    expect(await limited.call(sendContactMessage, { body: filled })).toMatchObject({
      status: 200,
      json: { success: true },
    });
    expect(await count(limited)).toBe(before);
  });

  test('the sixth message of an hour from one address is refused, and an hour later it is not', async () => {
    const send = (index: number) =>
      limited.call(sendContactMessage, { body: { ...body, email: `visitor${index}@elsewhere.example` } });
    for (let index = 0; index < 5; index += 1) {
      expect((await send(index)).status).toBe(200);
    }
    const refused = await send(5);
    const message = 'Many messages came from here. Please try again in 60 minutes, or write an e-mail.';
    expect(refused).toMatchObject({ status: 429, json: { code: 'contact.too_many', message } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    limited.clock.move({ minutes: 61 });
    expect((await send(6)).status).toBe(200);
  });

  test.each([
    [{ ...body, name: ' ' }, 'name'],
    [{ ...body, email: 'not an address' }, 'email'],
    [{ ...body, message: '' }, 'message'],
    [{ ...body, message: 'x'.repeat(longestMessage + 1) }, 'message'],
    [{ ...body, name: 'Two\r\nBcc: everybody@example.com' }, 'name'],
    [{ ...body, extra: true }, ''],
  ])('what is not a message is refused with a sentence: %#', async (wrong, path) => {
    const { status, json } = await limited.call(sendContactMessage, { body: wrong });
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'request.invalid', issues: [{ path }] });
  });
});

describe('who may use the contact page', () => {
  test('a visitor, and anybody who is signed in', async () => {
    for (const as of ['root', 'mspAdmin', 'vendor'] as const) {
      expect((await unaddressed.call(sendContactMessage, { as, body })).status).toBe(200);
    }
  });
});

describe('whose messages they are', () => {
  test('they belong to the platform: no other tenant’s transaction can read one', async () => {
    const { database } = unaddressed.kernel;
    const seen = (tenantId: number) =>
      database.transaction(
        { opening: [`set local app.tenant_id = '${tenantId}'`], waitsForCommit: () => true },
        async ({ sql }) => (await sql`select id from contact_messages`).length,
      );
    expect(await seen(unaddressed.msps.harbor)).toBe(0);
    expect(await seen(1)).toBeGreaterThan(0);
  });
});
