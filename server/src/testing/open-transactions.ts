import { only } from '../kernel/sql.ts';
import type { World } from './world.ts';

/** Connections of the product that are inside a transaction in which nothing happens. */
export async function openTransactions({ owner }: Pick<World, 'owner'>): Promise<number> {
  const rows = await owner<{ open: string }>(
    "select count(*) as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  return Number(only(rows).open);
}
