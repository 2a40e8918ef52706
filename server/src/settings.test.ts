import { describe, expect, test } from 'vitest';
import { StartFailure } from './kernel/start-failure.ts';
import { readSettings } from './settings.ts';

/** What the start says of an environment; undefined: it would go on. */
function saidOf(given: Readonly<Record<string, string>>): string | undefined {
  try {
    readSettings(given);
    return undefined;
  } catch (error) {
    // Anything else would be shown with its stack.
    return error instanceof StartFailure ? error.message : `no sentence: ${String(error)}`;
  }
}

describe('a setting that cannot be meant so is named in a sentence', () => {
  test.each([
    ['HOST', 'a b', '256.1.1.1', 'http://127.0.0.1', '127.0.0.1:3000', '[::1]'],
    ['METRICS_HOST', 'a b', '256.1.1.1', '127.0.0.1:9100'],
    ['PORT', '-1', '65536', '3000 ', '0x10', '3e3', '3000.5'],
    ['PUBLIC_URL', 'app.example.com', 'ftp://app.example.com', 'https://', 'https://app.example.com/path'],
    ['PUBLIC_URL', 'https://app.example.com/?x=1', 'https://user:own@app.example.com', 'https://a.example/#x'],
    ['DATABASE_URL', 'mysql://x', 'postgres://a b', 'postgres://u:p@h:99999/x', 'postgres://u:%zz@h/x'],
    ['SMTP_URL', 'mail.example.com', 'smtp://', 'smtp://h:99999', 'smtp://u:p#1@h', 'smtps://u:%zz@h'],
    [
      'MAIL_FROM',
      'nobody',
      'Sentrywell',
      'a@',
      '@b',
      'Sentrywell <nobody>',
      'a@b.example, c@d.example',
      'A\n<a@b.example>',
    ],
    ['CONTACT_EMAIL', 'nobody', 'A <a@b.example>'],
    ['GOOGLE_ISSUER', 'accounts.google.com', 'http://accounts.google.com', 'http://127.0.0.1.example.com'],
    ['GOOGLE_API_ROOT', 'ftp://x', 'http://cloudidentity.googleapis.com'],
    ['RATE_LIMIT_FACTOR', '0', '0.000', '-1', 'x', '1e3'],
    ['TRUSTED_PROXIES', 'nginx', '127.0.0.1/', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/8/8', '10.0.0.0/x', '*'],
    ['AUDIT_FORWARD_ALLOW', '10.0.0.0/33', 'http://logs.internal'],
    ['WEB_ORIGINS', '*', 'null', 'https://a.example/', 'https://a.example,b.example'],
    ['DEMO', 'true', 'ON'],
    ['LOG_LEVEL', 'trace', 'INFO'],
    ['SESSION_HOURS', '0', '25'],
    ['SESSION_REMEMBERED_DAYS', '8'],
    ['SESSION_IDLE_MINUTES', '0', '721'],
    ['DATABASE_CONNECTIONS', '1', '201'],
    ['SLOW_QUERY_MS', '-1'],
  ])('%s', (name, ...values) => {
    for (const value of values) {
      expect([value, saidOf({ [name]: value })]).toEqual([value, expect.stringContaining(name)]);
      expect(saidOf({ [name]: value })).not.toContain('no sentence');
    }
  });

  test('a blank that nobody sees is told', () => {
    expect(saidOf({ PORT: '3000 ' })).toBe(
      'The setting PORT is not usable: must be a whole number from 0 to 65535. It begins or ends with a blank.',
    );
    expect(saidOf({ PORT: '3000x' })).not.toContain('blank');
    const client = { GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'own' };
    expect(saidOf(client)).toBeUndefined();
    expect(saidOf({ ...client, GOOGLE_CLIENT_ID: 'client ' })).toContain('GOOGLE_CLIENT_ID is not usable');
    expect(saidOf({ ...client, GOOGLE_CLIENT_SECRET: 'own\r' })).toContain('GOOGLE_CLIENT_SECRET is not usable');
  });

  test('settings that contradict each other', () => {
    expect(saidOf({ HOST: '0.0.0.0' })).toContain('PUBLIC_URL is not set');
    expect(saidOf({ HOST: '0.0.0.0', PUBLIC_URL: 'https://app.example.com' })).toBeUndefined();
    expect(saidOf({ PORT: '3000', METRICS_PORT: '3000' })).toContain('METRICS_PORT is 3000, the same as PORT');
    expect(saidOf({ GOOGLE_CLIENT_SECRET: 'x' })).toContain('belong together');
  });
});

test('what is meant so goes on', () => {
  for (const given of [
    {},
    { HOST: '127.0.0.1', PUBLIC_URL: 'https://app.example.com/' },
    { HOST: '::1' },
    { HOST: 'localhost', PUBLIC_URL: 'http://localhost:3000' },
    { DATABASE_URL: 'postgres:///sentrywell?host=/run/postgresql' },
    { DATABASE_URL: 'postgresql://owner:p%25@[::1]:5432/sentrywell?sslmode=verify-full' },
    { SMTP_URL: 'smtps://user%40example.com:p%23@mail.example.com:465' },
    { MAIL_FROM: 'no-reply@localhost' },
    { MAIL_FROM: '"Sentrywell, Inc." <no-reply@example.com>' },
    { GOOGLE_ISSUER: 'http://127.0.0.1:3001', GOOGLE_API_ROOT: 'http://[::1]:3001' },
    { RATE_LIMIT_FACTOR: '0.5' },
    { TRUSTED_PROXIES: '127.0.0.1, ::1,10.0.0.0/8,fd00::/8,loopback' },
    { METRICS_PORT: '0', PORT: '0' },
  ]) {
    expect([given, saidOf(given)]).toEqual([given, undefined]);
  }
});

test('an empty setting, and a blank one, is the same as none', () => {
  const names = [
    'HOST',
    'PORT',
    'PUBLIC_URL',
    'DATA_DIR',
    'DATABASE_URL',
    'SMTP_URL',
    'TRUSTED_PROXIES',
    'METRICS_PORT',
  ];
  for (const blank of ['', '  ', '\t']) {
    expect(readSettings(Object.fromEntries(names.map((name) => [name, blank])))).toEqual(readSettings({}));
  }
});

test.each([
  [{ PUBLIC_URL: 'https://app.example.com' }, 'Sentrywell <no-reply@app.example.com>'],
  [{ PUBLIC_URL: 'https://app.example.com:8443' }, 'Sentrywell <no-reply@app.example.com>'],
  [{}, 'Sentrywell <no-reply@localhost>'],
  [{ PUBLIC_URL: 'http://10.0.0.5' }, 'Sentrywell <no-reply@localhost>'],
  [{ PUBLIC_URL: 'http://[fd00::5]:3000' }, 'Sentrywell <no-reply@localhost>'],
  [{ PUBLIC_URL: 'https://app.example.com', MAIL_FROM: 'us@example.com' }, 'us@example.com'],
])('mails of %j are sent by %s', (given, mailFrom) => {
  expect(readSettings(given)).toMatchObject({ mailFrom });
});
