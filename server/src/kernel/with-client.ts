import pg from 'pg';

const refusals = new WeakSet<object>();

/** Whether PostgreSQL answered with this instead of connecting: its own word for that is in the language of the server. */
export const isRefusedConnection = (error: object): boolean => refusals.has(error);

/** Opens a connection of its own for the work, outside any pool, and closes it whatever happens. */
export async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection);
  // A lost connection also fails the running query; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    if (error instanceof pg.DatabaseError) {
      refusals.add(error);
    }
    throw error;
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
