// 64 writers over 200 tenants write 100,000 audited entries, then every chain is verified; with --kills=200 a server that writes
// is killed so many times, every other time together with its database: npm run bench -- audit-writers --kills=200
// --prove: one of 2,000 entries is taken away before the chains are verified.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyChains } from '../server/src/features/audit-log/verify-chains.ts';
import { openDatabase } from '../server/src/kernel/database.ts';
import { startEmbeddedPostgres } from '../server/src/kernel/embedded-postgres.ts';
import { migrate } from '../server/src/kernel/migrate.ts';
import { generateSecretTexts, readSecrets } from '../server/src/kernel/secrets.ts';
import { killWhileWriting } from '../server/src/testing/audit-kills.ts';
import { writeConcurrently } from '../server/src/testing/audit-load.ts';
import { connectAsOwner } from './audit/owner-client.ts';
import { proves, Table } from './load/table.ts';

const kills = Number(process.argv.find((word) => word.startsWith('--kills='))?.slice('--kills='.length) ?? 0);
const [writers, tenantCount, entries] = [64, 200, proves ? 2_000 : 100_000];
const table = new Table();

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-bench-'));
  chmodSync(folder, 0o711);
  return folder;
}

async function concurrently(): Promise<void> {
  const folder = temporaryFolder();
  const server = await startEmbeddedPostgres({ dataFolder: folder, settings: { max_connections: '100' } });
  const owner = { host: server.socketFolder, user: 'postgres', database: 'postgres' };
  try {
    await migrate(owner);
    const client = await connectAsOwner(owner);
    const { rows } = await client.query<{ id: number }>(
      "insert into tenants (kind) select 'msp' from generate_series(1, $1) returning tenant_id as id",
      [tenantCount],
    );
    const database = openDatabase({
      connection: { ...owner, user: 'app_login' },
      connections: writers,
      log: { warn: () => undefined },
    });
    const start = performance.now();
    await writeConcurrently({ database, tenants: rows.map(({ id }) => id), writers, entries });
    const written = (performance.now() - start) / 1000;
    // The schema's owner alone can do this; row security is no wall for it.
    if (proves)
      await client.query(
        'delete from audit_log where (tenant_id, seq) in (select tenant_id, seq from audit_log where seq = 2 limit 1)',
      );
    await client.end();
    const said: string[] = [];
    const intact = await verifyChains({
      database,
      publicKeys: readSecrets(generateSecretTexts()).auditPublicKeys,
      folder: path.join(folder, 'none'),
      say: (sentence) => said.push(sentence),
    });
    const verified = (performance.now() - start) / 1000 - written;
    await database.close();
    const total = said.reduce(
      (sum, sentence) => sum + Number(/^Tenant \d+: (\d+) entries/.exec(sentence)?.[1] ?? 0),
      0,
    );
    table.add({
      what: `${writers} writers, ${tenantCount} tenants, ${entries.toLocaleString('en')} entries`,
      measured: `${Math.round(entries / written)} entries/s; ${said.at(-1)} (${Math.round(total / verified).toLocaleString('en')} entries/s)`,
      target: 'no gap, every chain verifies',
      holds: intact && total === entries,
    });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function killed(): Promise<void> {
  const folder = temporaryFolder();
  try {
    const onKill = (number: number) => (number % 20 === 0 ? console.log(`  ${number} kills`) : undefined);
    const { acknowledged, lost, halves, intact, said } = await killWhileWriting(folder, kills, onKill);
    table.add({
      what: `${kills} kills while writing`,
      measured: `${acknowledged.toLocaleString('en')} acknowledged, ${lost} lost, ${halves} half; ${said.at(-1)}`,
      target: 'none lost, none half',
      holds: lost === 0 && halves === 0 && intact,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await concurrently();
if (kills > 0) await killed();
process.exitCode = table.end('audit-writers');
