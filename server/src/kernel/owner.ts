import type pg from 'pg';
import { typeParsers } from './database.ts';
import { inUtc } from './in-utc.ts';
import { bindTag, tagFor, unbindTag } from './sql.ts';
import type { OrganizationDb, TenantDb } from './tenant.ts';
import { withClient } from './with-client.ts';

declare const brand: unique symbol;

/** The schema's owner, in one transaction: what fills an empty database. No request ever holds one. */
export type OwnerDb = TenantDb & { readonly [brand]: 'owner' };

export type OwnerTransaction = {
  readonly db: OwnerDb;
  /** Row security binds the owner too: from here on its statements are about this tenant. */
  readonly enterTenant: (tenantId: number) => Promise<void>;
  /** A handle for the queries of features about one organization of the tenant that was entered. */
  readonly ofOrganization: (organizationId: number) => OrganizationDb;
};

/** Runs the work in one transaction as the schema's owner: COMMIT when it returns, ROLLBACK when it throws. */
export async function asSchemaOwner<Result>(
  connection: pg.ClientConfig,
  work: (transaction: OwnerTransaction) => Promise<Result>,
): Promise<Result> {
  // A transaction that was not committed is rolled back by the server when its connection goes.
  return withClient({ ...connection, types: typeParsers }, (client) => inOwnTransaction(client, work));
}

async function inOwnTransaction<Result>(
  client: pg.Client,
  work: (transaction: OwnerTransaction) => Promise<Result>,
): Promise<Result> {
  const tag = tagFor(client);
  const db = { tenantId: 1 };
  const handles: object[] = [db];
  bindTag(db, tag);
  try {
    inUtc(client);
    await client.query('begin');
    const result = await work({
      db: db as OwnerDb,
      enterTenant: async (tenantId) => {
        await client.query("select set_config('app.tenant_id', $1, true)", [String(tenantId)]);
        db.tenantId = tenantId;
      },
      ofOrganization: (organizationId) => {
        const handle = { tenantId: db.tenantId, organizationId };
        handles.push(handle);
        bindTag(handle, tag);
        return handle as unknown as OrganizationDb;
      },
    });
    await client.query('commit');
    return result;
  } finally {
    for (const handle of handles) {
      unbindTag(handle);
    }
  }
}
