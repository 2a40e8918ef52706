import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { generateSecretTexts, readSecrets } from './kernel/secrets.ts';
import { StartFailure } from './kernel/start-failure.ts';
import { readSettings } from './settings.ts';
import { startDatabase } from './start-database.ts';
import { type SelfSigned, selfSigned } from './testing/self-signed.ts';

/** What a start with this DATABASE_URL says. */
async function refusalOf(databaseUrl: string): Promise<unknown> {
  const secrets = readSecrets(generateSecretTexts());
  return startDatabase(readSettings({ DATABASE_URL: databaseUrl }), secrets, () => undefined).then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** A PostgreSQL that is asked for TLS and says no, or shows this certificate. @returns its port. */
async function databaseWith(
  tls: SelfSigned | undefined,
): Promise<{ readonly port: number; readonly stop: () => void }> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(tls === undefined ? 'N' : 'S');
      if (tls !== undefined) {
        const secured = new TLSSocket(socket, { isServer: true, key: tls.key, cert: tls.certificate });
        secured.on('error', () => undefined);
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    stop: () => void server.close(),
  };
}

describe('a database that is to be reached by TLS and is not: the start says in a sentence', () => {
  const own = selfSigned();
  const folder = mkdtempSync(path.join(tmpdir(), 'authority-'));
  const authority = path.join(folder, 'authority.pem');
  writeFileSync(authority, own.certificate);
  const nonsense = path.join(folder, 'nonsense.pem');
  writeFileSync(nonsense, 'nonsense');
  const otherKey = path.join(folder, 'other-key.pem');
  writeFileSync(otherKey, selfSigned().key);
  afterAll(() => rmSync(folder, { recursive: true }));

  const whole = 'sslmode=verify-full';
  test.each([
    { why: 'it offers none', tls: undefined, query: whole, words: 'offers no TLS' },
    { why: 'nobody known signed its certificate', query: whole, words: 'is not accepted (self-signed' },
    {
      why: 'its certificate is of another name',
      host: '127.0.0.1',
      query: `${whole}&sslrootcert=${authority}`,
      words: 'is not accepted (Hostname/IP does not match',
    },
    {
      why: 'the file of who signs is not there',
      query: `${whole}&sslrootcert=/nowhere/authority.pem`,
      words: 'DATABASE_URL names a file that cannot be read (ENOENT',
    },
    {
      why: 'the file of who signs is a folder',
      query: `${whole}&sslrootcert=${folder}`,
      words: 'DATABASE_URL names a file that cannot be read (EISDIR',
    },
    {
      why: 'the file of our own certificate is not there',
      query: `${whole}&sslcert=/nowhere/own.pem`,
      words: 'DATABASE_URL names a file that cannot be read (ENOENT',
    },
    {
      why: 'the file of our own key is a folder',
      query: `${whole}&sslkey=${folder}`,
      words: 'DATABASE_URL names a file that cannot be read (EISDIR',
    },
    {
      why: 'the file of our own certificate holds something else',
      query: `${whole}&sslcert=${nonsense}`,
      words: 'sslrootcert, sslcert or sslkey in DATABASE_URL names a file that cannot be used (',
    },
    {
      why: 'the file of our own key holds something else',
      query: `${whole}&sslkey=${nonsense}`,
      words: 'sslrootcert, sslcert or sslkey in DATABASE_URL names a file that cannot be used (',
    },
    {
      why: 'the key belongs to another certificate',
      query: `${whole}&sslcert=${authority}&sslkey=${otherKey}`,
      words: 'sslrootcert, sslcert or sslkey in DATABASE_URL names a file that cannot be used (',
    },
  ])('$why', async ({ query, words, host = 'localhost', ...given }) => {
    const { port, stop } = await databaseWith('tls' in given ? given.tls : own);
    const refusal = await refusalOf(`postgres://app_login@${host}:${port}/sentrywell?${query}`);
    stop();
    expect(refusal).toBeInstanceOf(StartFailure);
    expect(String(refusal)).toContain(words);
  });
});

/** As PostgreSQL says it: how grave it is, in its own language, a code and a sentence. */
function saidAs(severity: string, code: string, sentence: string): Buffer {
  const fields = Buffer.from(`S${severity}\0VFATAL\0C${code}\0M${sentence}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}

/** A PostgreSQL that asks for a password in this way, and takes none that is empty. */
async function databaseAsking(ask: 'scram' | 'clear') {
  const request = (kind: number, text: string) => {
    const head = Buffer.from('R\0\0\0\0\0\0\0\0');
    head.writeUInt32BE(8 + text.length, 1);
    head.writeUInt32BE(kind, 5);
    return Buffer.concat([head, Buffer.from(text)]);
  };
  const refused = saidAs('FATAL', '28P01', 'empty password returned by client');
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(ask === 'scram' ? request(10, 'SCRAM-SHA-256\0\0') : request(3, ''));
      socket.once('data', () => socket.write(ask === 'scram' ? request(11, 'r=x,s=c2FsdA==,i=4096') : refused));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, stop: () => void server.close() };
}

test.each([
  { ask: 'scram', words: 'asks for a password, and DATABASE_URL has none' },
  { ask: 'clear', words: 'refused the sign-in. Check the user and password in DATABASE_URL' },
] as const)('a password that is missing in DATABASE_URL is told: $ask', async ({ ask, words }) => {
  const { port, stop } = await databaseAsking(ask);
  const refusal = await refusalOf(`postgres://app_login@127.0.0.1:${port}/sentrywell`);
  stop();
  expect(refusal).toBeInstanceOf(StartFailure);
  expect(String(refusal)).toContain(words);
});

test('what PostgreSQL has against a connection is told in whatever language it speaks', async () => {
  const sentence = 'нераспознанный параметр конфигурации: "foo"';
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(saidAs('ВАЖНО', '42704', sentence)));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const refusal = await refusalOf(`postgres://app_login@127.0.0.1:${port}/sentrywell?options=-c%20foo%3D1`);
  server.close();
  expect(refusal).toBeInstanceOf(StartFailure);
  expect(String(refusal)).toContain(`refuses the connection (${sentence}). Check what stands behind the question mark`);
});
