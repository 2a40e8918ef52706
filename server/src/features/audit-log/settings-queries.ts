import { only, sqlOf } from '../../kernel/sql.ts';
import type { TenantDb } from '../../kernel/tenant.ts';

export type Keeping = { readonly retentionYears: number; readonly legalHold: boolean; readonly removedUpTo: number };

export async function findKeeping(db: TenantDb): Promise<Keeping> {
  const [row] = await sqlOf(db)<Keeping>`select retention_years, legal_hold, base_seq as removed_up_to from audit_heads
    where tenant_id = ${db.tenantId}`;
  return row ?? { retentionYears: 6, legalHold: false, removedUpTo: 0 };
}

export async function updateKeeping(
  db: TenantDb,
  { retentionYears, legalHold }: Pick<Keeping, 'retentionYears' | 'legalHold'>,
): Promise<void> {
  await sqlOf(db)`select audit_keep(${retentionYears}::integer, ${legalHold}::boolean)`;
}

export type Forwarding = {
  readonly kind: 'off' | 'syslog' | 'https';
  readonly target: string;
  /** Sealed; empty: none. */
  readonly token: string;
  readonly authority: string;
  readonly generation: string;
  readonly sentSeq: number;
  readonly lastSentAt: string | null;
  readonly lastError: string | null;
};

export async function findForwarding(db: TenantDb): Promise<Forwarding | undefined> {
  const [row] = await sqlOf(
    db,
  )<Forwarding>`select kind, target, token, authority, generation, sent_seq, last_sent_at, last_error
    from audit_forwarding where tenant_id = ${db.tenantId}`;
  return row;
}

export type NewForwarding = Pick<Forwarding, 'kind' | 'target' | 'token' | 'authority' | 'generation'>;

/** Sends what is written from now on; a target that replaces another one goes on where that one was. */
export async function saveForwarding(db: TenantDb, forwarding: NewForwarding): Promise<void> {
  const { kind, target, token, authority, generation } = forwarding;
  await sqlOf(db)`
    insert into audit_forwarding as f (tenant_id, kind, target, token, authority, generation, sent_seq)
    values (${db.tenantId}, ${kind}, ${target}, ${token}, ${authority}, ${generation},
      coalesce((select seq from audit_heads where tenant_id = ${db.tenantId}), 0))
    on conflict (tenant_id) do update set kind = excluded.kind, target = excluded.target, token = excluded.token,
      authority = excluded.authority, generation = excluded.generation, last_error = null,
      sent_seq = case when f.kind = 'off' then excluded.sent_seq else f.sent_seq end`;
}

export async function markForwarded(db: TenantDb, seq: number, now: Date): Promise<void> {
  await sqlOf(
    db,
  )`update audit_forwarding set sent_seq = greatest(sent_seq, ${seq}::bigint), last_sent_at = ${now}, last_error = null
    where tenant_id = ${db.tenantId}`;
}

export async function markNotForwarded(db: TenantDb, reason: string): Promise<void> {
  await sqlOf(db)`update audit_forwarding set last_error = ${reason} where tenant_id = ${db.tenantId}`;
}

export type Lag = { readonly waiting: number; readonly waitingSince: string | null };

/** What is written and not sent yet. */
export async function getLag(db: TenantDb): Promise<Lag> {
  const rows = await sqlOf(db)<Lag>`
    select greatest(coalesce(h.seq, 0) - greatest(f.sent_seq, coalesce(h.base_seq, 0)), 0) as waiting,
      (select l.occurred_at from audit_log l where l.tenant_id = ${db.tenantId} and l.seq = greatest(f.sent_seq, h.base_seq) + 1) as waiting_since
    from audit_forwarding f left join audit_heads h on h.tenant_id = ${db.tenantId}
    where f.tenant_id = ${db.tenantId}`;
  return only(rows);
}

/** Whether the organization of the handle has an MSP, which then decides for it. */
export async function belongsToMsp(db: TenantDb & { readonly organizationId: number }): Promise<boolean> {
  const [row] = await sqlOf(db)<{ mspId: number | null }>`select msp_id from organizations
    where tenant_id = ${db.tenantId} and id = ${db.organizationId}`;
  return row?.mspId !== null;
}
