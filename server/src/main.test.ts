import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environment as runtime } from './settings.ts';

/** What stands in the way of a start is said in one sentence, without a stack, and the process ends with code 1. */
const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-start-'));
const aFile = path.join(folder, 'a-file');
const taken = createServer();
let takenPort = 0;

beforeAll(async () => {
  // As root the database runs as another account, which has to pass through.
  chmodSync(folder, 0o711);
  writeFileSync(aFile, '');
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  takenPort = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  taken.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(environment: Readonly<Record<string, string>>, ...words: string[]) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...words], {
    env: { PATH: runtime['PATH'], DEMO: 'off', DATA_DIR: path.join(folder, 'data'), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => {
    said += String(bytes);
  });
  const [code]: unknown[] = await once(child, 'close');
  return { code, said };
}

const noDatabase = 'postgres://owner:secret@127.0.0.1:9/sentrywell';
const secrets = {
  PASSWORD_PEPPER: 'x1'.repeat(20),
  DATABASE_APP_PASSWORD: 'y2'.repeat(20),
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  AUDIT_SIGNING_KEY: 'MC4CAQAwBQYDK2VwBCIEIPgO8kO0kyt1jVbZ0VYgLlBd4tvY7R8RkHTlTT+CaK2C',
};

describe('a start that cannot succeed', { timeout: 90_000 }, () => {
  test.each([
    ['a port that is no number', { PORT: 'abc' }, /^The setting PORT is not usable: must be a whole number/],
    ['a public address that is none', { PUBLIC_URL: 'ftp://x' }, /^The setting PUBLIC_URL is not usable/],
    ['a demo setting that is unknown', { DEMO: 'yes' }, /^The setting DEMO is not usable: must be auto, on or off/],
    [
      'an origin that is none',
      { WEB_ORIGINS: 'foo' },
      /^The setting WEB_ORIGINS is not usable: "foo" is not an origin/,
    ],
    [
      'half of the Google settings',
      { GOOGLE_CLIENT_ID: 'x' },
      /^GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together/,
    ],
    ['a data folder that is a file', { DATA_DIR: aFile }, /^The data folder .* cannot be written to\./],
    [
      'a data folder that cannot be made',
      { DATA_DIR: '/proc/sentrywell' },
      /^The data folder .* cannot be written to\./,
    ],
    [
      'a missing file of secrets',
      { SECRETS_FILE: '/nowhere/secrets.json' },
      /^SECRETS_FILE names .* but there is no such file/,
    ],
    [
      'a database that is not there',
      { ...secrets, DATABASE_URL: noDatabase },
      /^The database at 127\.0\.0\.1:9 cannot be reached\./,
    ],
  ])('%s', async (_, environment, sentence) => {
    const { code, said } = await start(environment);
    expect(said).toMatch(sentence);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  });

  test('a port that is taken', async () => {
    const { code, said } = await start({ PORT: String(takenPort) });
    expect(said.trim()).toBe(`Port ${takenPort} is taken by another program. Stop it, or choose another with PORT.`);
    expect(code).toBe(1);
  });

  test('production without secrets, and with a placeholder for one', async () => {
    expect((await start({}, '--serve')).said).toMatch(/^The secret \w+ is missing\./);
    const weak = await start({ ...secrets, PASSWORD_PEPPER: 'changeme-changeme-changeme-changeme' }, '--serve');
    expect(weak.said).toMatch(/^The secret PASSWORD_PEPPER is too short or a placeholder/);
    expect(weak.code).toBe(1);
  });
});
