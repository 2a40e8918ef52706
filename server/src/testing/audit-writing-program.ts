// A program of its own for the tests that kill it: it starts or takes over the database of a folder, signs checkpoints, and
// makes audited changes, eight at a time, until it is killed. `node audit-writing-program.ts <data folder> <first number>`
// prints one line for each change that was acknowledged.
import { createCheckpointer } from '../features/audit-log/checkpointer.ts';
import { checkpointFolder } from '../features/audit-log/checkpoint-file.ts';
import { audit } from '../kernel/audit.ts';
import { systemClock } from '../kernel/clock.ts';
import { openDatabase } from '../kernel/database.ts';
import { startEmbeddedPostgres } from '../kernel/embedded-postgres.ts';
import { migrate } from '../kernel/migrate.ts';
import { keptSecretTexts, readSecrets } from '../kernel/secrets.ts';
import { sqlOf } from '../kernel/sql.ts';
import { inTenant, noOrigin } from '../kernel/tenant.ts';
import { withClient } from '../kernel/with-client.ts';

const tenants = [11, 12, 13, 14, 15];
const [dataFolder = '', first = '0'] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ dataFolder });
const owner = { host: server.socketFolder, user: 'postgres', database: 'postgres' };
await migrate(owner);
await withClient(owner, async (client) => {
  for (const tenant of tenants) {
    await client.query("insert into tenants (tenant_id, kind) values ($1, 'msp') on conflict do nothing", [tenant]);
    await client.query(
      "insert into organizations (tenant_id, id, name, domain_name) values ($1, $1, 'Kept', 'kept.example') on conflict do nothing",
      [tenant],
    );
  }
});
const database = openDatabase({
  connection: { ...owner, user: 'app_login' },
  connections: 8,
  log: { warn: () => undefined },
});
const checkpointer = createCheckpointer({
  database,
  secrets: readSecrets(keptSecretTexts(dataFolder)),
  clock: systemClock,
  folder: checkpointFolder(dataFolder),
});
console.log(`server ${server.pid}`);

const sign = (): void => {
  // A database that is killed under it is what the test does; the next process signs on.
  void checkpointer.run().then(
    () => setTimeout(sign, 20),
    () => undefined,
  );
};
sign();

let number = Number(first);
const write = async (): Promise<never> => {
  for (;;) {
    number += 1;
    const own = number;
    const tenantId = tenants[own % tenants.length] ?? 11;
    await inTenant(database, { tenantId, origin: noOrigin }, async (db) => {
      await sqlOf(db)`insert into organization_status_history (tenant_id, organization_id, changed_at, status)
        values (${db.tenantId}, ${tenantId}, timestamptz 'epoch' + ${own}::bigint * interval '1 second', 'active')`;
      audit(db, { category: 'Organization', log: 'Changed', target: { type: 'change', id: own } });
    });
    console.log(`written ${own}`);
  }
};
await Promise.all(Array.from({ length: 8 }, write));
