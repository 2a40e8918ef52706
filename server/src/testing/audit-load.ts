import { audit } from '../kernel/audit.ts';
import type { Database } from '../kernel/database.ts';
import { sqlOf } from '../kernel/sql.ts';
import { inTenant, noOrigin } from '../kernel/tenant.ts';

export type AuditLoad = {
  readonly database: Database;
  readonly tenants: readonly number[];
  readonly writers: number;
  readonly entries: number;
};

/** Many writers at once, each transaction in a tenant of its own choice and with one or two entries. */
export async function writeConcurrently({ database, tenants, writers, entries }: AuditLoad): Promise<void> {
  let left = entries;
  const writer = async (_: unknown, number: number) => {
    for (let turn = 0; left > 0; turn += 1) {
      const count = Math.min(left, 1 + ((turn + number) % 2));
      left -= count;
      const tenantId = tenants[Math.floor(Math.random() * tenants.length)] ?? 1;
      await inTenant(database, { tenantId, origin: noOrigin }, async (db) => {
        for (let each = 0; each < count; each += 1) {
          audit(db, { category: 'Policy', log: `Writer ${number}, turn ${turn}, entry ${each}` });
        }
        // Some transactions fail after they have recorded: their entries must leave no gap.
        if (turn % 50 === 49) {
          await sqlOf(db)`select 1 / (${turn}::integer - ${turn}::integer) as fails`;
        }
      }).catch((error: unknown) => {
        if (!(error instanceof Error && /division by zero/.test(error.message))) {
          throw error;
        }
        left += count;
      });
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
}
