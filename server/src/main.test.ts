import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

const start = (environment: Readonly<Record<string, string>>, ...words: string[]) =>
  run('main.ts', environment, ...words);

const run = (program: string, environment: Readonly<Record<string, string>>, ...words: string[]) =>
  runProgram(process.execPath, [path.join(import.meta.dirname, program), ...words], environment);

async function runProgram(
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: unknown; readonly said: string; readonly out: string }> {
  const child = spawn(program, words, {
    env: { PATH: runtime['PATH'], DEMO: 'off', DATA_DIR: path.join(folder, 'data'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => {
    out += String(bytes);
  });
  child.stderr.on('data', (bytes: Buffer) => {
    said += String(bytes);
  });
  const [code]: unknown[] = await once(child, 'close');
  return { code, said, out };
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
    [
      'a data folder that is a file',
      { DATA_DIR: aFile },
      /^The data folder .* cannot be written to \(.+\)\. Set DATA_DIR/,
    ],
    [
      'a data folder that cannot be made',
      { DATA_DIR: '/proc/sentrywell' },
      /^The data folder .* cannot be written to \(.+\)\. Set DATA_DIR/,
    ],
    [
      'a missing file of secrets',
      { SECRETS_FILE: '/nowhere/secrets.json' },
      /^SECRETS_FILE names .* but there is no such file/,
    ],
    [
      'secrets that cannot be read',
      { SECRETS_FILE: folder },
      /^SECRETS_FILE names \S+, but it cannot be read \(EISDIR: .*\)\. Check who owns it\./,
    ],
    [
      'a file of secrets that a blank switches off, and no other',
      { SECRETS_FILE: ' ', DATABASE_URL: noDatabase },
      /^The secret \w+ is missing\./,
    ],
    [
      'a database that is not there',
      { ...secrets, DATABASE_URL: noDatabase },
      /^The database at 127\.0\.0\.1:9 cannot be reached\./,
    ],
    [
      'a database that is not there behind a socket of this machine',
      { ...secrets, DATABASE_URL: 'postgres://owner@localhost/sentrywell?host=/nowhere' },
      /^The database at \/nowhere cannot be reached\./,
    ],
    [
      'a user of the database that cannot be read',
      { ...secrets, DATABASE_URL: 'postgres://us%zzer:secret@127.0.0.1:9/x' },
      /^The setting DATABASE_URL is not usable: must be an address such as postgres:\/\//,
    ],
    [
      'a port of the database that there cannot be',
      { ...secrets, DATABASE_URL: 'postgres://owner:secret@127.0.0.1/sentrywell?port=99999' },
      /^The setting DATABASE_URL is not usable: must say port as a whole number from 1 to 65535\./,
    ],
    [
      'a home folder that nobody put for its sign',
      { DATA_DIR: '~/data' },
      /^The setting DATA_DIR is not usable: must be the path of a folder that says the home folder in full/,
    ],
    [
      'a name that this machine does not have',
      { HOST: 'nowhere.invalid', PUBLIC_URL: 'https://a.example' },
      /^This machine does not know the name nowhere\.invalid\. Check HOST\./,
    ],
    [
      'metrics at a name that this machine does not have',
      { PORT: '0', METRICS_PORT: '0', METRICS_HOST: 'nowhere.invalid' },
      /^This machine does not know the name nowhere\.invalid\. Check METRICS_HOST\./,
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

  test.runIf(process.getuid?.() === 0)(
    'new folders are open to the account that the database runs as, however strict the umask',
    async () => {
      const strict = (program: string, folderName: string, ...words: string[]) =>
        runProgram(
          '/bin/sh',
          ['-c', 'umask 077 && exec "$0" "$@"', process.execPath, path.join(import.meta.dirname, program), ...words],
          { PORT: String(takenPort), DATA_DIR: path.join(folder, folderName, 'data') },
        );
      expect((await strict('main.ts', 'strict-start')).said).toMatch(/^Port \d+ is taken by another program\./);
      expect((await strict('root-user.ts', 'strict-command', 'list')).said).toBe('');
    },
  );

  test('metrics at a port that is taken', async () => {
    const { code, said } = await start({ PORT: '0', METRICS_PORT: String(takenPort) });
    expect(said.trim()).toBe(
      `Port ${takenPort} is taken by another program. Stop it, or choose another with METRICS_PORT.`,
    );
    expect(code).toBe(1);
  });

  test('a log that cannot be written, and secrets that are broken, unreadable or gone while the database is there', async () => {
    const data = path.join(folder, 'used');
    await start({ DATA_DIR: data, PORT: String(takenPort) });
    rmSync(path.join(data, 'server.log'));
    mkdirSync(path.join(data, 'server.log'));
    expect((await start({ DATA_DIR: data, PORT: '0' })).said.trim()).toBe(
      `The log ${path.join(data, 'server.log')} cannot be written to. Change its owner, or move it away.`,
    );
    const file = path.join(data, 'secrets.json');
    for (const text of ['{"PASSWORD_PEPP', 'null', '']) {
      writeFileSync(file, text);
      expect((await start({ DATA_DIR: data, PORT: '0' })).said.trim()).toBe(
        `The secrets in ${file} could not be read as JSON. Put the file back from your backup.`,
      );
    }
    rmSync(file);
    mkdirSync(file);
    expect((await start({ DATA_DIR: data, PORT: '0' })).said.trim()).toBe(
      `The secrets in ${file} cannot be read (EISDIR: illegal operation on a directory, read). Check who owns the file.`,
    );
    rmSync(file, { recursive: true });
    const gone = await start({ DATA_DIR: data, PORT: '0' });
    expect(gone.said).toMatch(
      /^There is a database in .*, but its secrets are not in .*secrets\.json\. Put that file back/,
    );
    expect(gone.said.trim().split('\n')).toHaveLength(1);
    expect([gone.code, existsSync(file)]).toEqual([1, false]);
  });

  test('files of the data folder that are not what they were', async () => {
    const data = path.join(folder, 'damaged');
    await start({ DATA_DIR: data, PORT: String(takenPort) });
    const said = async () => {
      const { code, said: sentence } = await start({ DATA_DIR: data, PORT: '0' });
      expect([sentence.trim().split('\n').length, code]).toEqual([1, 1]);
      return sentence;
    };
    const [lock, log] = [path.join(data, 'postgres.owner'), path.join(data, 'postgres.log')];
    for (const file of [lock, log]) {
      renameSync(file, `${file}.aside`);
      mkdirSync(file);
      expect(await said()).toMatch(/^\S+\/postgres\.(owner|log) cannot be (written|used)/);
      rmSync(file, { recursive: true });
      renameSync(`${file}.aside`, file);
    }
    rmSync(path.join(data, 'postgres', 'base'), { recursive: true });
    expect(await said()).toMatch(
      /^The database in \S+ cannot be used: database "postgres" does not exist\. \S+ says more; put the folder back/,
    );
  });

  test('production without secrets, and with a placeholder for one', async () => {
    expect((await start({}, '--serve')).said).toMatch(/^The secret \w+ is missing\./);
    const weak = await start({ ...secrets, PASSWORD_PEPPER: 'changeme-changeme-changeme-changeme' }, '--serve');
    expect(weak.said).toMatch(/^The secret PASSWORD_PEPPER is too short or a placeholder/);
    expect(weak.code).toBe(1);
  });
});

describe('the other commands', { timeout: 90_000 }, () => {
  test.each([
    ['migrate.ts', 'npm run migrate'],
    ['audit-verify.ts', 'npm run audit:verify'],
    ['renew-encryption.ts', 'npm run encryption:renew'],
  ])('%s takes no words: whatever they were meant for, it would not be done', async (program, usage) => {
    expect(await run(program, {}, '--tenant', '5')).toMatchObject({ code: 1, said: `Usage: ${usage}\n` });
  });

  test('a migration says in a sentence that the database is not there', async () => {
    const { code, said } = await run('migrate.ts', { DATABASE_URL: noDatabase });
    expect(said).toBe('The database at 127.0.0.1:9 cannot be reached. Is it running, and is DATABASE_URL right?\n');
    expect(code).toBe(1);
  });

  test('no audit log is found to be in order in a folder that has none, and nothing is made there', async () => {
    const nothing = path.join(folder, 'nothing');
    const { code, said } = await run('audit-verify.ts', { DATA_DIR: nothing });
    expect(said).toBe(`There is no database in ${nothing}, so nothing was verified. Check DATA_DIR.\n`);
    expect([code, existsSync(nothing)]).toEqual([1, false]);
  });

  test('nor is one without the signed checkpoints that prove its end', async () => {
    const data = path.join(folder, 'never-served');
    expect((await run('root-user.ts', { DATA_DIR: data }, 'list')).code).toBe(0);
    const { code, out } = await run('audit-verify.ts', { DATA_DIR: data });
    expect(out).toContain(`There are no signed checkpoints in ${path.join(data, 'audit-checkpoints')}`);
    expect(code).toBe(1);
  });
});
