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

describe('an option behind the question mark that is not obeyed, or not as it is meant, is named', () => {
  const mail = 'smtp://us:password@mail.example.com:587/?';
  test.each([
    // Only what says no in so many words lets a password travel in clear.
    ['requireTLS', `${mail}requireTLS=0`, `${mail}requireTLS=`, `${mail}requireTLS`, `${mail}requireTLS=no`],
    [
      'requireTLS',
      `${mail}requireTLS=false&requireTLS=true`,
      `${mail}requireTLS=False`,
      `${mail}requireTLS=%66alse%20`,
    ],
    ['requiretls', `${mail}requiretls=false`],
    // Whoever stands in between shows a certificate of their own, or agrees on a cipher that is none.
    ['tls.rejectUnauthorized', `${mail}tls.rejectUnauthorized=false`],
    ['tls.ciphers', `${mail}tls.ciphers=NULL-SHA256@SECLEVEL%3D0`, `${mail}tls.ciphers=kRSA@SECLEVEL%3D0`],
    // The mail would go nowhere and count as sent, or go to somebody else.
    ['jsonTransport', `${mail}jsonTransport=true`],
    ['streamTransport', `${mail}streamTransport=true`],
    ['sendmail', `${mail}sendmail=true`],
    ['service', `${mail}service=gmail`],
    ['url', `${mail}url=smtp://elsewhere.example.com`],
    ['host', `${mail}host=elsewhere.example.com`],
    ['port', `${mail}port=2525`, 'smtp://mail.example.com?port=99999'],
    // It takes back what protects the server's own files.
    ['disableFileAccess', `${mail}disableFileAccess=false`],
    // The scheme alone says it.
    ['secure', `${mail}secure=true`, 'smtps://mail.example.com?secure=false'],
    ['tls', `${mail}tls=false`],
    // The log would hold the mails, whose links are secrets.
    ['debug', `${mail}debug=true&logger=true`],
    ['auth.user', `${mail}auth.user=us`],
    // A text here ends the whole server at the first mail.
    ['socketTimeout', `${mail}socketTimeout=10s`, `${mail}socketTimeout=-1`],
    ['maxConnections', `${mail}maxConnections=many`],
    ['localAddress', `${mail}localAddress=eth0`],
    ['proxy', `${mail}proxy=socks5://127.0.0.1:1080`, `${mail}proxy=true`],
    ['authMethod', `${mail}authMethod=XOAUTH2`],
    ['__proto__', `${mail}__proto__=x`],
  ])('SMTP_URL: %s', (option, ...values) => {
    for (const value of values) {
      expect([value, saidOf({ SMTP_URL: value })]).toEqual([value, expect.stringContaining(` ${option}`)]);
      expect(saidOf({ SMTP_URL: value })).toMatch(/^The setting SMTP_URL is not usable: [^\n]+\.$/);
      expect(saidOf({ SMTP_URL: value })).not.toContain('secret');
    }
  });

  const database = 'postgres://us:password@db.example.com/sentrywell?';
  test.each([
    ['port', 'postgres://us:password@db.example.com:99999/sentrywell'],
    ['port', `${database}port=99999`, `${database}port=0`, `${database}port=-1`, `${database}port=abc`],
    ['statement_timeout', `${database}statement_timeout=abc`, `${database}statement_timeout=-1`],
    // The driver would take the number and leave the unit: five thousandths of a second.
    ['statement_timeout', `${database}statement_timeout=5s`, `${database}statement_timeout=99999999999`],
    ['lock_timeout', `${database}lock_timeout=abc`],
    ['idle_in_transaction_session_timeout', `${database}idle_in_transaction_session_timeout=1min`],
    ['query_timeout', `${database}query_timeout=abc`],
    ['ssl', `${database}ssl=nonsense`, `${database}ssl=disable`],
    ['sslmode', `${database}sslmode=nonsense`, `${database}sslmode=verify_full`],
    ['sslnegotiation', `${database}sslnegotiation=x`],
    ['sslrootcert', `${database}sslmode=verify-ca&uselibpqcompat=true`],
    ['replication', `${database}replication=true`],
    ['application_name', `${database}application_name=a%00b`],
  ])('DATABASE_URL: %s', (option, ...values) => {
    for (const value of values) {
      expect([value, saidOf({ DATABASE_URL: value })]).toEqual([value, expect.stringContaining(` ${option}`)]);
      expect(saidOf({ DATABASE_URL: value })).toMatch(/^The setting DATABASE_URL is not usable: [^\n]+\.$/);
      expect(saidOf({ DATABASE_URL: value })).not.toContain('secret');
    }
  });
});

test('a blank at the end of an address, a folder or a file is told, where it would be part of its name', () => {
  for (const [name, value] of [
    ['DATABASE_URL', 'postgres://us@db.example.com/sentrywell'],
    ['DATA_DIR', '/var/lib/sentrywell'],
    ['SECRETS_FILE', '/etc/sentrywell/secrets.json'],
  ] as const) {
    expect(saidOf({ [name]: value })).toBeUndefined();
    for (const blank of [`${value} `, `${value}\r`, ` ${value}`]) {
      expect(saidOf({ [name]: blank })).toMatch(
        new RegExp(`^The setting ${name} is not usable: .+\\. It begins or ends with a blank\\.$`),
      );
    }
  }
  expect(saidOf({ DATA_DIR: '/var/lib/our data' })).toBeUndefined();
});

test('a tilde that nobody has put the home folder for is told: it would be a folder of that name', () => {
  for (const name of ['DATA_DIR', 'SECRETS_FILE']) {
    for (const value of ['~', '~/data', '~sentrywell/data']) {
      expect([value, saidOf({ [name]: value })]).toEqual([
        value,
        expect.stringContaining(`The setting ${name} is not`),
      ]);
      expect(saidOf({ [name]: value })).toContain('home folder');
    }
    expect(saidOf({ [name]: './~/data' })).toBeUndefined();
    expect(saidOf({ [name]: '/srv/data~' })).toBeUndefined();
  }
});

test('what is meant so goes on', () => {
  const mail = 'smtp://us:password@mail.example.com:587/?';
  const database = 'postgres://us:password@db.example.com/sentrywell?';
  for (const given of [
    {},
    { SMTP_URL: `${mail}requireTLS=false` },
    { SMTP_URL: `${mail}requireTLS=true&pool=true&maxConnections=3&maxMessages=50&name=app.example.com` },
    { SMTP_URL: `${mail}requireTLS=false&tls.rejectUnauthorized=false` },
    { SMTP_URL: 'smtp://mail.example.com?tls.rejectUnauthorized=false' },
    { SMTP_URL: 'smtp://mail.example.com?port=2525&ignoreTLS=true' },
    { SMTP_URL: 'smtps://us:password@mail.example.com?secure=true&authMethod=LOGIN&connectionTimeout=5000' },
    { SMTP_URL: `${mail}tls.servername=mail.internal&tls.minVersion=TLSv1.2&tls.ciphers=DEFAULT:!eNULL:!aNULL` },
    { SMTP_URL: `${mail}proxy=http://proxy.internal:3128&localAddress=10.0.0.5&servername=mail.internal` },
    { SMTP_URL: `${mail}logger=true&transactionLog=true&debug=false` },
    { DATABASE_URL: `${database}sslmode=require&application_name=our%20app&connect_timeout=10&keepalives=1` },
    { DATABASE_URL: `${database}sslmode=no-verify&host=/run/postgresql&port=6432&target_session_attrs=read-write` },
    { DATABASE_URL: `${database}statement_timeout=60000&lock_timeout=5000ms&query_timeout=0&port=` },
    { DATABASE_URL: `${database}uselibpqcompat=true&sslmode=verify-ca&sslrootcert=/etc/ssl/own.pem` },
    { DATABASE_URL: `${database}ssl=true&options=-c%20geqo%3Doff&sslnegotiation=direct` },
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
