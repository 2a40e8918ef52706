import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { buildWorld } from '../testing/world.ts';
import { audit } from './audit.ts';
import { type Limits, openDatabase } from './database.ts';
import { sqlOf } from './sql.ts';
import { asOpen, enterTenant, inTenant, noOrigin, platformTenantId, type TenantDb } from './tenant.ts';

const world = await buildWorld();
const long = 60_000;

/** Works in a transaction on a connection of these limits. */
async function under<Result>(limits: Partial<Limits>, work: (db: TenantDb) => Promise<Result>): Promise<Result> {
  const database = openDatabase({
    connection: world.appConnection,
    connections: 1,
    log: { warn: () => undefined },
    limits: { statement_timeout: long, lock_timeout: long, idle_in_transaction_session_timeout: long, ...limits },
  });
  try {
    return await inTenant(database, { tenantId: world.msps.harbor, origin: noOrigin }, work);
  } finally {
    await database.close();
  }
}

const lockPerson = (db: TenantDb) =>
  sqlOf(db)`select id from users where tenant_id = ${db.tenantId} and id = ${world.people.mspUser.userId} for update`;

test('PostgreSQL breaks off by itself what takes too long', async () => {
  const shown = await inTenant(
    world.kernel.database,
    { tenantId: world.msps.harbor, origin: noOrigin },
    (db) => sqlOf(db)<{ name: string; setting: string }>`select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
  );
  expect(shown).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '30000' },
    { name: 'lock_timeout', setting: '10000' },
    { name: 'statement_timeout', setting: '60000' },
  ]);
});

test('a statement that takes too long ends, and whoever asked is told to come back', async () => {
  const work = (db: TenantDb) => sqlOf(db)`select pg_sleep(30)`;
  await expect(under({ statement_timeout: 100 }, work)).rejects.toMatchObject({ code: 'server.busy', status: 503 });
});

test('whoever waits for a lock too long is told to come back', async () => {
  await world.owner('begin');
  await world.owner('lock table users in access exclusive mode');
  try {
    await expect(under({ lock_timeout: 100 }, lockPerson)).rejects.toMatchObject({ code: 'server.busy', status: 503 });
  } finally {
    await world.owner('rollback');
  }
});

test('whoever waits too long for the audit log of one of two tenants is told to come back, too', async () => {
  const writeInBoth = async (db: TenantDb) => {
    audit(db, { category: 'Organization', log: 'Something that concerns both' });
    enterTenant(asOpen(db), platformTenantId);
    audit(db, { category: 'Organization', log: 'Something that concerns both' });
  };
  await under({}, writeInBoth);
  await world.owner('begin');
  await world.owner('select 1 from audit_heads where tenant_id = $1 for update', [platformTenantId]);
  try {
    await expect(under({ lock_timeout: 100 }, writeInBoth)).rejects.toMatchObject({ code: 'server.busy', status: 503 });
  } finally {
    await world.owner('rollback');
  }
});

test('a transaction in which nothing happens is ended, and nobody waits for its locks any more', async () => {
  const frozen = under({ idle_in_transaction_session_timeout: 100 }, async (db) => {
    await lockPerson(db);
    await world.owner('select 1 from users where id = $1 for update', [world.people.mspUser.userId]);
    return lockPerson(db);
  });
  await expect(frozen).rejects.toMatchObject({ code: 'database.unavailable', status: 503 });
});

/** The way to the database over a port of its own. @returns the port, and what cuts whoever is connected now off without a word. */
async function wayToDatabase() {
  const { host = '', port = 5432 } = world.appConnection;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  });
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    fallSilent: () => sockets.forEach((socket) => socket.unpipe().pause()),
  };
}

/** A database with one connection, over that way. */
async function fragileDatabase() {
  const { port, fallSilent } = await wayToDatabase();
  const database = openDatabase({
    connection: { ...world.appConnection, host: '127.0.0.1', port },
    connections: 1,
    log: { warn: () => undefined },
    limits: { statement_timeout: 500, lock_timeout: long, idle_in_transaction_session_timeout: long },
  });
  onTestFinished(database.close);
  return { database, fallSilent };
}

test('a database that falls silent, as one that lost its power does, is given up: whoever waits is told, and the next one finds the new one', async () => {
  const { database, fallSilent } = await fragileDatabase();
  const ask = () => inTenant(database, { tenantId: world.msps.harbor, origin: noOrigin }, lockPerson);
  expect(await ask()).toHaveLength(1);
  fallSilent();
  await expect(ask()).rejects.toMatchObject({ code: 'database.unavailable', status: 503 });
  expect(await ask()).toHaveLength(1);
});

test('whether it is there is asked of a silent one as well, and keeps no connection for good', async () => {
  const { database, fallSilent } = await fragileDatabase();
  expect(await database.isUsable()).toBe(true);
  fallSilent();
  expect(await database.isUsable()).toBe(false);
  await expect.poll(database.isUsable, { timeout: 10_000 }).toBe(true);
});

test('whoever comes while their session stays locked is told to come back, whether they read or write', async () => {
  world.clock.move({ minutes: 2 });
  const blocker = new pg.Client({ ...world.appConnection, user: 'postgres' });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select 1 from sessions where user_id = $1 for update', [world.people.orgAdmin.userId]);
  for (const endpoint of [invitationEndpoints.listMemberInvitations, authEndpoints.keepAlive]) {
    const answered = world.call(endpoint, { as: 'orgAdmin' });
    // Broken off as PostgreSQL does it by itself, only sooner.
    const brokenOff = `select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'update sessions%'`;
    await expect.poll(() => world.owner(brokenOff), { timeout: 10_000 }).toHaveLength(1);
    expect(await answered).toMatchObject({ status: 503, json: { code: 'server.busy' } });
  }
  await blocker.query('rollback');
  await blocker.end();
});
