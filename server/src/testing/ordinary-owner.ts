import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { withClient } from '../kernel/with-client.ts';
import type { TestDatabase } from './test-database.ts';

/** Gives the tables of a test database to a role that row security binds, as an operator's own PostgreSQL has it. */
export async function giveToOrdinaryOwner({ owner }: TestDatabase): Promise<pg.ClientConfig> {
  const role = `plain_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  // The role goes with the test server, which is there for one run.
  await withClient(owner, async (superuser) => {
    await superuser.query(`create role ${role} login nosuperuser nobypassrls`);
    await superuser.query(`grant all on schema public to ${role}`);
    const { rows } = await superuser.query<{ name: string }>(`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p')`);
    for (const { name } of rows) {
      await superuser.query(`alter table ${name} owner to ${role}`);
    }
  });
  return { ...owner, user: role };
}
