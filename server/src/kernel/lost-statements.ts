import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { withClient } from './with-client.ts';

/**
 * Whether a pooler in between hands a connection on after each transaction and knows nothing of the statements that were prepared
 * there: each belongs to the one who prepared it, and is missing to whoever comes next. Never said of another database; a pooler
 * that is busy with others may hide it.
 */
export async function losesStatements(connection: pg.ClientConfig): Promise<boolean> {
  return withClient(connection, (one) =>
    withClient(connection, async (other) => {
      const [first, second] = [await serverOf(one), await serverOf(other)];
      return first === second && (await keepsName(one));
    }),
  );
}

/** Of two who are connected at the same time, each has its own, but behind a pooler that hands it on. */
async function serverOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `select concat(pg_backend_pid(), ' since ', pg_postmaster_start_time()) as id`,
  );
  return rows[0]?.id;
}

/** A pooler that knows prepared statements calls them by names of its own, so that two may use the same one. */
async function keepsName(client: pg.Client): Promise<boolean> {
  const name = `own_${randomBytes(8).toString('hex')}`;
  await client.query('begin');
  await client.query({ name, text: 'select 1' });
  const { rows } = await client.query<{ found: boolean }>(
    'select exists (select from pg_prepared_statements where name = $1) as found',
    [name],
  );
  const isKept = rows[0]?.found === true;
  if (isKept) {
    await client.query(`deallocate ${name}`);
  }
  await client.query('rollback');
  return isKept;
}
