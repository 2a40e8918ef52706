import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { expect, test } from 'vitest';
import { openTransactions } from '../testing/open-transactions.ts';
import { buildWorld } from '../testing/world.ts';
import { openDatabase } from './database.ts';
import { sqlOf } from './sql.ts';
import { inTenant, noOrigin } from './tenant.ts';

const world = await buildWorld();

const homes = {
  orgAdmin: 'cedar',
  siblingAdmin: 'oak',
  foreignAdmin: 'pine',
  independentAdmin: 'birch',
} as const;
type Reader = keyof typeof homes;

async function readsTheirOwn(as: Reader): Promise<string> {
  const { json } = await world.call(organizationEndpoints.findOrganization, {
    as,
    params: { id: world.organizations[homes[as]].id },
  });
  return organizationEndpoints.findOrganization.reply.parse(json).organization.name;
}

test('a moment is the same whatever time zone the machine of PostgreSQL was set up in', async () => {
  const at = '2026-11-21T08:55:30.123Z';
  await world.owner(`alter database ${world.appConnection.database} set timezone to 'Asia/Kolkata'`);
  const database = openDatabase({ connection: world.appConnection, connections: 1, log: { warn: () => undefined } });
  try {
    const shape = { opening: [], waitsForCommit: () => true };
    const inTransaction = await database.transaction(
      shape,
      ({ sql }) => sql<{ at: string }>`select ${at}::timestamptz as at`,
    );
    const lookedUp = await database.lookUp(
      "set local app.tenant_id = '1'",
      (sql) => sql<{ at: string }>`select ${at}::timestamptz as at`,
    );
    const client = await database.connectApart();
    const { rows: apart } = await client.query<{ at: string }>('select $1::timestamptz as at', [at]);
    await client.end();
    expect([inTransaction, lookedUp, apart]).toEqual([[{ at }], [{ at }], [{ at }]]);
  } finally {
    await database.close();
    await world.owner(`alter database ${world.appConnection.database} reset timezone`);
  }
});

test('a read leaves no transaction open, although nobody waits for its COMMIT', async () => {
  for (let round = 0; round < 5; round += 1) {
    const names = await Promise.all(Array.from({ length: 30 }, () => readsTheirOwn('orgAdmin')));
    expect(new Set(names)).toEqual(new Set(['Cedar']));
    await expect.poll(() => openTransactions(world), { timeout: 2_000 }).toBe(0);
  }
});

test('who reads behind somebody of another tenant on the same connection sees their own', async () => {
  const people = Object.keys(homes) as Reader[];
  const rounds = 50;
  const together = await Promise.all(
    Array.from({ length: rounds }, () => people)
      .flat()
      .map(readsTheirOwn),
  );
  expect(together).toEqual(Array.from({ length: rounds }, () => ['Cedar', 'Oak', 'Pine', 'Birch']).flat());
});

test('a call that needs nothing but the session takes no connection of its own', async () => {
  await world.owner('begin');
  await world.owner('lock table organization_status_history in access exclusive mode');
  const connections = Array.from({ length: world.kernel.database.connections }, () =>
    inTenant(
      world.kernel.database,
      { tenantId: world.msps.harbor, origin: noOrigin },
      (db) => sqlOf(db)`select count(*) from organization_status_history`,
    ),
  );
  try {
    await expect.poll(() => world.kernel.database.use().idle, { timeout: 10_000 }).toBe(0);
    expect((await world.call(authEndpoints.me, { as: 'orgAdmin' })).status).toBe(200);
    expect(world.kernel.database.use().waiting).toBe(0);
  } finally {
    await world.owner('rollback');
    await Promise.all(connections);
  }
});
