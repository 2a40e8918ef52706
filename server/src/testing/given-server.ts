import { withClient } from '../kernel/with-client.ts';

/**
 * The server that TEST_DATABASE_URL names, for `npm test -- given`: a server for tests only, which lets the superuser of that
 * address and the product's logins in without a password. Where it has Citus, every test database is distributed.
 */
export type GivenServer = { readonly host: string; readonly port: number; readonly citus: boolean };

/** @throws where the address cannot be used or nobody answers there. */
export async function findGivenServer(address: string): Promise<GivenServer> {
  const { hostname: host, port, username } = new URL(address);
  if (username !== 'postgres') {
    throw new Error('TEST_DATABASE_URL has to sign in as the superuser postgres, without a password.');
  }
  const server = { host, port: Number(port === '' ? 5432 : port) };
  const { rows } = await withClient({ ...server, user: username, database: 'postgres' }, (client) =>
    client.query("select from pg_available_extensions where name = 'citus'"),
  );
  return { ...server, citus: rows.length > 0 };
}
