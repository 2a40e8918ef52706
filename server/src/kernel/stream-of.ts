import type { ClientBase } from 'pg';

type Sending = { readonly cork: () => void; readonly uncork: () => void; readonly destroy: () => void };

/** The stream that a connection writes to, which the driver's types leave out: what is written while it is corked goes out at once. */
export function streamOf(client: ClientBase): Sending | undefined {
  return (client as { readonly connection?: { readonly stream?: Sending } }).connection?.stream;
}
