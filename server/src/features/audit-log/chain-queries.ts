import { only, sqlOf } from '../../kernel/sql.ts';
import type { TenantDb } from '../../kernel/tenant.ts';

export type Chain = {
  readonly tenantId: number;
  readonly seq: number;
  readonly hash: string;
  readonly baseSeq: number;
  readonly baseHash: string;
  readonly legalHold: boolean;
  readonly retentionYears: number;
};

/** How far the chain of every tenant has come: positions and hashes, nothing of what they say. */
export function listChains(db: TenantDb): Promise<Chain[]> {
  return sqlOf(
    db,
  )<Chain>`select tenant_id, seq, encode(hash, 'hex') as hash, base_seq, encode(base_hash, 'hex') as base_hash,
    legal_hold, retention_years from audit_chains()`;
}

/** An entry with the names that the verifier gives its fields. */
export type ChainEntry = {
  readonly tenant: number;
  readonly seq: number;
  readonly occurredAt: string;
  readonly organization: number | null;
  readonly category: string;
  readonly log: string;
  readonly user: string;
  readonly actor: number | null;
  readonly targetType: string | null;
  readonly targetId: string | null;
  readonly result: string;
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly previousHash: string;
  readonly hash: string;
};

export type Stretch = { readonly after: number; readonly upTo: number; readonly limit: number };

/** Entries of the handle's tenant in the order of the chain. */
export function listChainEntries(db: TenantDb, { after, upTo, limit }: Stretch): Promise<ChainEntry[]> {
  return sqlOf(db)<ChainEntry>`
    select tenant_id as tenant, seq, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_at,
      organization_id as organization, category, log, user_name as "user", actor_user_id as actor, target_type, target_id,
      result, address, user_agent, request_id, encode(prev_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash
    from audit_log
    where tenant_id = ${db.tenantId} and seq > ${after}::bigint and seq <= ${upTo}::bigint
    order by seq limit ${limit}`;
}

/**
 * Up to where every entry is older than the tenant's retention, by the calendar and clock of the database, which refuses to
 * remove what is not. An entry that a wrong clock has dated back does not carry younger ones before it along.
 */
export async function findLastExpired(db: TenantDb): Promise<number> {
  const [row] = await sqlOf(db)<{ seq: number }>`
    select coalesce((select l.seq - 1 from audit_log l where l.tenant_id = ${db.tenantId}
      and l.occurred_at >= now() - make_interval(years => greatest(h.retention_years, 6)) order by l.seq limit 1), h.seq) as seq
    from audit_heads h where h.tenant_id = ${db.tenantId}`;
  return row?.seq ?? 0;
}

/** Removes the entries up to one whose hash a signed checkpoint names. The database refuses what is too young. */
export async function cutChain(db: TenantDb, seq: number, hash: string): Promise<number> {
  const rows = await sqlOf(db)<{ removed: number | null }>`
    select audit_cut(${seq}::bigint, decode(${hash}::text, 'hex')) as removed`;
  return only(rows).removed ?? 0;
}

/** The signed line of the newest removal, as some server has left it: whether it proves anything its signature says. */
export async function findRemovalLine(db: TenantDb): Promise<string | undefined> {
  const [row] = await sqlOf(db)<{ line: string }>`select line from audit_removals where tenant_id = ${db.tenantId}`;
  return row?.line;
}

export async function keepRemovalLine(db: TenantDb, seq: number, line: string): Promise<void> {
  await sqlOf(db)`insert into audit_removals (tenant_id, seq, line) values (${db.tenantId}, ${seq}, ${line})
    on conflict (tenant_id) do update set seq = excluded.seq, line = excluded.line`;
}

/** Only in the place of the line that was found wanting: what a removal leaves meanwhile stays. */
export async function replaceRemovalLine(
  db: TenantDb,
  { seq, line, found }: { readonly seq: number; readonly line: string; readonly found: string | undefined },
): Promise<void> {
  await sqlOf(db)`insert into audit_removals (tenant_id, seq, line) values (${db.tenantId}, ${seq}, ${line})
    on conflict (tenant_id) do update set seq = excluded.seq, line = excluded.line
    where audit_removals.line = ${found ?? null}`;
}

export type Bounds = Pick<Chain, 'seq' | 'baseSeq'> & {
  /** Of all entries that are there, whatever the chain's head says; null: there are none. */
  readonly first: number | null;
  readonly last: number | null;
  /** An entry that stands among those that are filed and among those that are not yet; null: none does. */
  readonly twice: number | null;
};

/** Of one moment, for a chain goes on while it is looked at. */
export async function getBounds(db: TenantDb): Promise<Bounds> {
  return only(
    await sqlOf(db)<Bounds>`
    select coalesce(h.seq, 0) as seq, coalesce(h.base_seq, 0) as base_seq,
      (select min(l.seq) from audit_log l where l.tenant_id = ${db.tenantId}) as first,
      (select max(l.seq) from audit_log l where l.tenant_id = ${db.tenantId}) as last,
      (select min(l.seq) from audit_log l join audit_log f on f.tenant_id = ${db.tenantId} and f.seq = l.seq and f.filed
        where l.tenant_id = ${db.tenantId} and not l.filed) as twice
    from (select 1) as one left join audit_heads h on h.tenant_id = ${db.tenantId}`,
  );
}

export async function getChainLength(db: TenantDb): Promise<number> {
  const [row] = await sqlOf(db)<{ seq: number }>`select seq from audit_heads where tenant_id = ${db.tenantId}`;
  return row?.seq ?? 0;
}
