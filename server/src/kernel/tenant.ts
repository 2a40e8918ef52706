import type { Actor } from './actor.ts';
import { type AuditEntry, flushAudit, noOrigin, type Origin } from './audit-entry.ts';
import type { Database } from './database.ts';
import { bindTag, unbindTag } from './sql.ts';
import type { OpenTransaction } from './transaction.ts';

/**
 * Handles: what a piece of code may read is in the type of the handle it was given. Only this module makes them, and the
 * route only after the permission check, so holding one is the proof that the caller was allowed in.
 */
declare const brand: unique symbol;

/** Any handle: bound to one tenant at a time. Queries repeat `tenant_id = ${db.tenantId}` on every table. */
export type TenantDb = { readonly tenantId: number };
/** Entered by a secret the caller brought (cookie, invitation, reset link) or to make a new tenant; nobody is signed in. */
export type OpenDb = TenantDb & { readonly [brand]: 'open' };
/** The tenant of the person who is signed in; for what concerns that person alone. */
export type PersonDb = TenantDb & { readonly [brand]: 'person' };
/** The tenant of an MSP, for somebody whose role was checked. For a root user: the platform's tenant and `everyTenant`. */
export type MspDb = TenantDb & { readonly [brand]: 'msp'; readonly everyTenant: boolean };
/** One organization, for somebody whose role and reach were checked. Row security hides its siblings as well. */
export type OrganizationDb = TenantDb & {
  readonly [brand]: 'organization';
  readonly organizationId: number;
};
/** A background job's look into the tenant it was queued for. */
export type JobDb = TenantDb & { readonly [brand]: 'job' };

export { noOrigin, type Origin };

type State = {
  readonly transaction: OpenTransaction;
  readonly origin: Origin;
  readonly entries: AuditEntry[];
  readonly afterCommit: (() => void)[];
  actor: Actor | undefined;
};

type Handle = { tenantId: number; organizationId?: number; everyTenant?: boolean };

const states = new WeakMap<object, State>();

/** @internal the kernel's own view of a handle. */
export function stateOf(db: TenantDb): State {
  const state = states.get(db);
  if (state === undefined) {
    throw new Error('This transaction is over.');
  }
  return state;
}

function tenantSetting(tenantId: number): string {
  if (!Number.isSafeInteger(tenantId) || tenantId < 1) {
    throw new Error(`Not a tenant id: ${tenantId}`);
  }
  return `set local app.tenant_id = '${tenantId}'`;
}

export type TransactionOptions = {
  readonly tenantId: number;
  readonly origin: Origin;
  /** A read without audit entries answers before its COMMIT does. */
  readonly reads?: boolean;
};

/**
 * One transaction inside one tenant. Audit entries that the work recorded are written last, just before COMMIT, so that
 * the tenant's head row is locked for as short as can be; if they can't be written, nothing is.
 */
export async function inTenant<Result>(
  database: Database,
  { tenantId, origin, reads = false }: TransactionOptions,
  work: (handle: TenantDb) => Promise<Result>,
): Promise<Result> {
  const handle: Handle = { tenantId };
  const afterCommit: (() => void)[] = [];
  const entries: AuditEntry[] = [];
  try {
    const result = await database.transaction(
      { opening: [tenantSetting(tenantId)], waitsForCommit: () => !reads || entries.length > 0 },
      async (transaction) => {
        bindTag(handle, transaction.sql);
        states.set(handle, { transaction, origin, entries, afterCommit, actor: undefined });
        const value = await work(handle);
        // Not waited for: the head row is locked only until COMMIT, which travels in the same round trip.
        transaction.alongside(flushAudit({ sql: transaction.sql, enter: (id) => switchTenant(handle, id) }, entries));
        return value;
      },
    );
    for (const run of afterCommit) {
      run();
    }
    return result;
  } finally {
    unbindTag(handle);
    states.delete(handle);
  }
}

/**
 * Finds something in a tenant by its key, on the connection that all look-ups share. What is asked must be asked before the first
 * wait: the handle is void afterwards.
 */
export function lookUpIn<Result>(
  database: Database,
  tenantId: number,
  look: (db: TenantDb) => Promise<Result>,
): Promise<Result> {
  return database.lookUp(tenantSetting(tenantId), (sql) => {
    const handle: Handle = { tenantId };
    bindTag(handle, sql);
    try {
      return look(handle);
    } finally {
      unbindTag(handle);
    }
  });
}

/** Runs once the transaction is committed, and not at all when it is rolled back. */
export function afterCommit(db: TenantDb, run: () => void): void {
  stateOf(db).afterCommit.push(run);
}

/**
 * Leads an open call into another tenant, named by the secret it brought or newly made. PostgreSQL is told in any case: that
 * somebody is in the call's own tenant, or nobody at all, is nothing that the number of statements may say.
 */
export function enterTenant(db: OpenDb, tenantId: number): void {
  stateOf(db).transaction.set(tenantSetting(tenantId));
  (db as Handle).tenantId = tenantId;
}

/** @internal */
export function switchTenant(db: TenantDb, tenantId: number): void {
  if (db.tenantId !== tenantId) {
    enterTenant(db as OpenDb, tenantId);
  }
}

/** @internal narrows row security to one organization. */
export function narrowToOrganization(db: TenantDb, organizationId: number): OrganizationDb {
  if (!Number.isSafeInteger(organizationId) || organizationId < 1) {
    throw new Error(`Not an organization id: ${organizationId}`);
  }
  if ('everyTenant' in db) {
    throw new Error('The role of this transaction sees more than one organization.');
  }
  stateOf(db).transaction.set(`set local app.organization_id = '${organizationId}'`);
  (db as Handle).organizationId = organizationId;
  return db as OrganizationDb;
}

/** @internal asks in another tenant, and outside the organization; the handle is where it was afterwards. */
export async function elsewhere<Result>(db: TenantDb, tenantId: number, ask: () => Promise<Result>): Promise<Result> {
  const { transaction } = stateOf(db);
  const { tenantId: here, organizationId = '' } = db as Handle;
  switchTenant(db, tenantId);
  transaction.set("set local app.organization_id = ''");
  const result = await ask();
  switchTenant(db, here);
  transaction.set(`set local app.organization_id = '${organizationId}'`);
  return result;
}

/** @internal sees the whole tenant; as a root user, organizations of every tenant. */
export function asMsp(db: TenantDb, everyTenant: boolean): MspDb {
  stateOf(db).transaction.set(`set local role ${everyTenant ? 'app_root' : 'app_tenant'}`);
  (db as Handle).everyTenant = everyTenant;
  return db as MspDb;
}

/** @internal */
export function asOpen(db: TenantDb): OpenDb {
  return db as OpenDb;
}

/** @internal */
export function asPerson(db: TenantDb): PersonDb {
  return db as PersonDb;
}

/** @internal */
export function asJob(db: TenantDb): JobDb {
  return db as JobDb;
}

/** The tenant of the platform itself: its root users and what happens before a tenant is known. */
export const platformTenantId = 1;
