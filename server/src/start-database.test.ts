import { randomUUID } from 'node:crypto';
import net from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateSecretTexts, readSecrets } from './kernel/secrets.ts';
import { StartFailure } from './kernel/start-failure.ts';
import { readSettings } from './settings.ts';
import { startDatabase } from './start-database.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

/** An owner as deploy/close.sql leaves it: the tables are its own, and it may make no roles any more. */
const role = `closed_${randomUUID().replaceAll('-', '')}`;
let database: TestDatabase;

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client(database.owner);
  await client.connect();
  for (const statement of statements) {
    await client.query(statement);
  }
  await client.end();
}

beforeAll(async () => {
  database = await createTestDatabase();
  await asSuperuser(`create role ${role} login inherit in role postgres`);
});
afterAll(async () => {
  await asSuperuser(`drop role ${role}`);
  await database.drop();
});

function start(login = role) {
  const { host = '', port = 5432 } = database.owner;
  const url = `postgres://${login}@localhost:${port}/${database.name}?host=${encodeURIComponent(host)}`;
  const secrets = readSecrets(generateSecretTexts());
  return { url, started: startDatabase(readSettings({ DATABASE_URL: url }), secrets, () => undefined) };
}

async function refusalOf(starting: ReturnType<typeof startDatabase>): Promise<unknown> {
  return starting.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Its table is of this database alone: in every other one that tests use at the same time, it has nothing. */
const helper = `helper_${randomUUID().replaceAll('-', '')}`;

test.each([
  ['may empty a table', 'grant truncate on users to app_login', 'revoke truncate on users from app_login'],
  [
    'may write the audit log itself',
    'grant insert on audit_log to app_user',
    'revoke insert on audit_log from app_user',
  ],
  [
    'may write a part of the audit log',
    'grant insert on audit_log_recent to app_user',
    'revoke insert on audit_log_recent from app_user',
  ],
  [
    'may become somebody who owns a table',
    `create role ${helper}; create table helped (id integer); alter table helped owner to ${helper}; grant ${helper} to app_login`,
    `drop table helped; drop role ${helper}`,
  ],
])('no server starts whose login %s', async (_what, grant, revoke) => {
  await asSuperuser(grant);
  const refusal = await refusalOf(start().started);
  await asSuperuser(revoke);
  expect(refusal).toBeInstanceOf(StartFailure);
  expect(String(refusal)).toContain('The login app_login may do more than it must');
  await (await start().started).stop();
});

test('no server starts where everybody may create in the schema, as in a database that comes from PostgreSQL 14', async () => {
  await asSuperuser('grant create on schema public to public');
  const refusal = await refusalOf(start().started);
  expect(refusal).toBeInstanceOf(StartFailure);
  const [, advice = ''] = /superuser: (.+)\.$/.exec(String(refusal)) ?? [];
  expect(advice).toBe(
    'grant create on schema public to postgres; revoke create on schema public from public, app_login, app_user',
  );
  await asSuperuser(advice);
  await (await start().started).stop();
});

test('an owner who may no longer make roles starts, and leaves the password of the restricted login as it is', async () => {
  const { url, started: starting } = start();
  const started = await starting;
  await started.stop();
  expect(started.owner?.connectionString).toBe(url);
  expect(new URL(started.app.connectionString ?? '').username).toBe('app_login');
});

test('a database that was restored without its grants says so, to whomever it is started as', async () => {
  // As pg_restore --no-privileges leaves it, where deploy/prepare.sql has made the database.
  await asSuperuser(
    'revoke all on all tables in schema public from app_user',
    'revoke all on schema public from app_user, public',
  );
  const refusals = [await refusalOf(start().started), await refusalOf(start('app_login').started)];
  await asSuperuser('grant usage on schema public to app_user, public', 'grant select on migrations to app_user');
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(StartFailure);
    expect(String(refusal)).toContain('was restored without what it grants to the login app_login');
  }
});

/** Like PgBouncer as it comes: hands on a connection whose first message asks for nothing that it does not know. */
async function strictPooler(): Promise<{ readonly port: number; readonly stop: () => void }> {
  const { host = '', port = 5432 } = database.owner;
  const server = net.createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', (first) => {
      const [unknown] = /(statement|lock)_timeout/.exec(first.toString('latin1')) ?? [];
      if (unknown !== undefined) {
        const fields = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`);
        const head = Buffer.from('E\0\0\0\0');
        head.writeUInt32BE(fields.length + 4, 1);
        client.end(Buffer.concat([head, fields]));
        return;
      }
      const behind = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
      behind.on('error', () => client.destroy());
      behind.write(first);
      client.pipe(behind).pipe(client);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    stop: () => void server.close(),
  };
}

test('behind a PgBouncer that refuses the settings of a connection the start says what to set there', async () => {
  const pooler = await strictPooler();
  const url = `postgres://app_login@127.0.0.1:${pooler.port}/${database.name}`;
  const secrets = readSecrets(generateSecretTexts());
  const refusal = await refusalOf(startDatabase(readSettings({ DATABASE_URL: url }), secrets, () => undefined));
  pooler.stop();
  expect(refusal).toBeInstanceOf(StartFailure);
  expect(String(refusal)).toContain(
    `The PgBouncer at 127.0.0.1:${pooler.port} refuses what the server sets for each connection. Give it ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout,`,
  );
});

test.each([
  ['options=nonsense', 'refuses the connection (invalid command-line argument for server process: nonsense)'],
  ['options=-c%20foo%3D1', 'refuses the connection (unrecognized configuration parameter "foo")'],
  ['options=-c%20statement_timeout%3Dabc', 'refuses the connection (invalid value for parameter "statement_timeout"'],
  ['options=-c%20statement_timeout%3D1s5', 'refuses the connection (invalid value for parameter "statement_timeout"'],
])('what PostgreSQL has against %s in DATABASE_URL is told as it says it', async (query, words) => {
  const { host = '', port = 5432 } = database.owner;
  const url = `postgres://${role}@localhost:${port}/${database.name}?host=${encodeURIComponent(host)}&${query}`;
  const secrets = readSecrets(generateSecretTexts());
  const refusal = await refusalOf(startDatabase(readSettings({ DATABASE_URL: url }), secrets, () => undefined));
  expect(refusal).toBeInstanceOf(StartFailure);
  expect(String(refusal)).toContain(words);
  expect(String(refusal)).toContain('Check what stands behind the question mark in DATABASE_URL.');
});

test('a time that DATABASE_URL sets too short for the start is told as that, and not as a database that is not there', async () => {
  const { host = '', port = 5432 } = database.owner;
  const url = `postgres://app_login@localhost:${port}/${database.name}?host=${encodeURIComponent(host)}&lock_timeout=1`;
  const holder = new pg.Client(database.owner);
  await holder.connect();
  await holder.query('begin; lock table migrations in access exclusive mode');
  const secrets = readSecrets(generateSecretTexts());
  const refusal = await refusalOf(startDatabase(readSettings({ DATABASE_URL: url }), secrets, () => undefined));
  await holder.end();
  expect(refusal).toBeInstanceOf(StartFailure);
  expect(String(refusal)).toContain('whether DATABASE_URL sets statement_timeout or lock_timeout too short');
});

/**
 * Like PgBouncer in transaction mode: everybody is given the same connection, of which only the first one's greeting comes from
 * PostgreSQL. Enough for those who never speak at the same time. `renames`: as from 1.21 on, it knows prepared statements.
 */
async function sharingPooler({ renames }: { readonly renames: boolean }) {
  const { host = '', port = 5432 } = database.owner;
  let behind: net.Socket | undefined;
  let greeting: string | Buffer = '';
  let speaker: net.Socket | undefined;
  const renamed = (chunk: string | Buffer) =>
    renames ? Buffer.from(chunk.toString('latin1').replace(/(?<=[PB].{4}\0?)own_/gs, 'PGB_'), 'latin1') : chunk;
  const greet = (client: net.Socket, startup: string | Buffer) => {
    if (behind !== undefined) {
      client.write(greeting);
      return;
    }
    behind = net.connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    behind.write(startup);
    behind.once('data', (said) => {
      greeting = said;
    });
    behind.on('data', (said) => speaker?.write(said));
  };
  const server = net.createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', (startup) => {
      speaker = client;
      greet(client, startup);
      client.on('data', (said) => {
        speaker = client;
        const isGoodbye = said.length === 5 && said.toString('latin1').startsWith('X');
        if (!isGoodbye) {
          behind?.write(renamed(said));
        }
      });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const stop = () => {
    behind?.destroy();
    server.close();
  };
  return { port: typeof address === 'object' && address !== null ? address.port : 0, stop };
}

test.each([
  { renames: false, said: 'hands a connection on after each transaction and knows no prepared statements' },
  { renames: true, said: 'undefined' },
])('behind a PgBouncer in transaction mode a server starts only where it knows statements: $renames', async (given) => {
  const pooler = await sharingPooler(given);
  const url = `postgres://app_login@127.0.0.1:${pooler.port}/${database.name}`;
  const secrets = readSecrets(generateSecretTexts());
  const refusal = await refusalOf(startDatabase(readSettings({ DATABASE_URL: url }), secrets, () => undefined));
  pooler.stop();
  expect(refusal ?? new StartFailure('undefined')).toBeInstanceOf(StartFailure);
  expect(String(refusal)).toContain(given.said);
});

test('a server that signs in as the restricted login says how much of the schema is missing, and who brings it', async () => {
  const refusalWithout = async (condition: string) => {
    await asSuperuser(`delete from migrations where ${condition}`);
    return String(await refusalOf(start('app_login').started));
  };
  const advice = 'Run "npm run migrate" with a DATABASE_URL that signs in as the schema\'s owner.';
  expect(await refusalWithout("name like '0120-%'")).toContain(
    `The database lacks 1 migration (0120-what-was-removed.sql). ${advice}`,
  );
  expect(await refusalWithout("name like '0110-%'")).toContain(
    `The database lacks 2 migrations (first: 0110-who-has-an-account.sql). ${advice}`,
  );
});
