import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { afterAll, expect, test } from 'vitest';
import { createMailServer } from '../testing/mail-server.ts';
import { buildWorld } from '../testing/world.ts';
import { errorForLog } from './error-for-log.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-people-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('what the database and the mail server say of a person stays out of it', async () => {
  const mails = await createMailServer();
  await mails.start();
  const file = path.join(folder, 'server.log');
  const { call, clock, kernel, owner, people } = await buildWorld({
    logFile: file,
    environment: { LOG_LEVEL: 'debug', SMTP_URL: mails.url },
  });
  const recipient = 'canary.recipient@cedar.example';
  // PostgreSQL names the whole row that a rule refuses, and a mail server the recipient.
  await owner("alter table users add constraint planted check (first_name <> 'Canaria') not valid");
  const { status } = await call(accountEndpoints.changeProfile, { as: 'orgAdmin', body: { firstName: 'Canaria' } });
  const body = { email: recipient, role: 'ORG_AUDITOR' };
  for (const reply of [`451 4.2.1 <${recipient}> is busy`, `550 5.1.1 <${recipient}> is unknown`]) {
    mails.refuse('recipient', reply);
    await call(invitationEndpoints.inviteMember, { as: 'orgAdmin', body });
    clock.move({ minutes: 10 });
    await kernel.jobs.runDue();
  }
  await nextTurn();
  const text = readFileSync(file, 'utf8');
  expect(status).toBe(500);
  expect(text).toContain('violates check constraint');
  expect(text).toContain('will be tried again');
  expect(text).toContain('is not tried again');
  const personal = [recipient, people.orgAdmin.email, 'Canaria', 'argon2'];
  expect(personal.filter((word) => text.includes(word))).toEqual([]);
});

test('an error keeps its kind, its place and its causes, and loses rows and recipients', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    constraint: 'user_emails_pkey',
    detail: 'Key (email)=(jane@elm.example) already exists.',
  });
  const error = new TypeError('550 <jane@elm.example> is unknown', { cause });
  expect(errorForLog(Object.assign(error, { rejected: ['jane@elm.example'] }))).toMatchObject({
    type: 'TypeError',
    message: '550 <…@…> is unknown',
    stack: expect.stringMatching(/error-for-log\.test\.ts:\d+/) as string,
    causes: [{ message: 'duplicate key', code: '23505', constraint: 'user_emails_pkey' }],
  });
  expect(JSON.stringify(errorForLog(error))).not.toContain('jane');
});

test('what an OAuth server answers keeps the word for it, and loses what it tells of the person', () => {
  const answer = { error: 'invalid_client', error_description: 'jane@elm.example may not', status: 401 };
  const logged = errorForLog(Object.assign(new Error('refused', { cause: answer }), answer));
  expect(logged).toMatchObject({ message: 'refused', error: 'invalid_client', status: 401 });
  expect(JSON.stringify(logged)).not.toContain('jane');
});

test('what is thrown and no error says no more than what kind of thing it is', () => {
  expect(errorForLog('jane@elm.example')).toEqual({ type: 'string', message: '', stack: '' });
});
