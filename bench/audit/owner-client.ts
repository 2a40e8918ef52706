import { openDatabase } from '../../server/src/kernel/database.ts';

export type OwnerConnection = Parameters<typeof openDatabase>[0]['connection'];
export type OwnerClient = Awaited<ReturnType<ReturnType<typeof openDatabase>['connectApart']>>;

/** A connection of the schema's owner, who fills what is measured; the caller ends it. */
export function connectAsOwner(connection: OwnerConnection): Promise<OwnerClient> {
  return openDatabase({ connection, connections: 1, log: { warn: () => undefined } }).connectApart();
}
