import type { AccessRequest, DeclinedRequest } from '@sentrywell/contract/access-requests.ts';
import { roleIds } from '@sentrywell/contract/permissions.ts';
import { type Fragment, fragment, only, sqlOf } from '../../kernel/sql.ts';
import type { JobDb, MspDb } from '../../kernel/tenant.ts';

/** Who waits, the longest first. Those who have not confirmed their address are not asked about yet. */
export function listPendingRequests(db: MspDb): Promise<AccessRequest[]> {
  return sqlOf(db)<AccessRequest>`
    select r.id, u.first_name || ' ' || u.last_name as name, u.email, r.created_at
    from access_requests r
    join users u on u.tenant_id = ${db.tenantId} and u.id = r.user_id
    where r.tenant_id = ${db.tenantId} and r.status = 'pending'
    order by r.created_at, r.id`;
}

/** Who was refused; those who never confirmed their address were refused by nobody. */
function declinedRequests(db: MspDb): Fragment {
  return fragment`access_requests r
    join users u on u.tenant_id = ${db.tenantId} and u.id = r.user_id
    where r.tenant_id = ${db.tenantId} and r.status = 'declined' and u.email_confirmed_at is not null`;
}

/** The last 100, the last one first. */
export function listDeclinedRequests(db: MspDb): Promise<DeclinedRequest[]> {
  return sqlOf(db)<DeclinedRequest>`
    select r.id, u.first_name || ' ' || u.last_name as name, u.email, r.created_at, r.decided_at, r.decided_by
    from ${declinedRequests(db)}
    order by r.decided_at desc, r.id desc limit 100`;
}

export async function countDeclinedRequests(db: MspDb): Promise<number> {
  return only(await sqlOf(db)<{ count: number }>`select count(*) from ${declinedRequests(db)}`).count;
}

/** Of two decisions at once, one finds the request waiting. @returns who had asked; undefined: no longer waiting. */
export async function decidePendingRequest(
  db: MspDb,
  id: number,
  {
    status,
    decidedBy,
    now,
  }: { readonly status: 'approved' | 'declined'; readonly decidedBy: string; readonly now: Date },
): Promise<{ userId: number } | undefined> {
  const [row] = await sqlOf(db)<{ userId: number }>`
    update access_requests set status = ${status}, decided_by = ${decidedBy}, decided_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${id} and status = 'pending' returning user_id`;
  return row;
}

/** @returns who had asked; undefined: not declined, or they never confirmed their address. */
export async function approveDeclinedRequest(
  db: MspDb,
  id: number,
  { decidedBy, now }: { readonly decidedBy: string; readonly now: Date },
): Promise<{ userId: number } | undefined> {
  const [row] = await sqlOf(db)<{ userId: number }>`
    update access_requests r set status = 'approved', decided_by = ${decidedBy}, decided_at = ${now}
    from users u
    where r.tenant_id = ${db.tenantId} and r.id = ${id} and r.status = 'declined'
      and u.tenant_id = ${db.tenantId} and u.id = r.user_id and u.email_confirmed_at is not null
    returning r.user_id`;
  return row;
}

export type Applicant = { readonly userId: number; readonly name: string; readonly email: string };

export async function settleApplicant(
  db: MspDb,
  userId: number,
  { status, roleId, now }: { readonly status: 'active' | 'inactive'; readonly roleId: number; readonly now: Date },
): Promise<Applicant> {
  return only(
    await sqlOf(db)<Applicant>`update users set status = ${status}, role_id = ${roleId}, updated_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${userId} and status <> 'active'
    returning id as user_id, first_name || ' ' || last_name as name, email`,
  );
}

export type Waiting = { readonly name: string; readonly email: string; readonly mspName: string };

/** @returns undefined when somebody has decided already. */
export async function findWaiting(db: JobDb, userId: number): Promise<Waiting | undefined> {
  const [row] = await sqlOf(db)<Waiting>`
    select u.first_name || ' ' || u.last_name as name, u.email, m.name as msp_name
    from access_requests r
    join users u on u.tenant_id = ${db.tenantId} and u.id = r.user_id
    join msps m on m.tenant_id = ${db.tenantId}
    where r.tenant_id = ${db.tenantId} and r.user_id = ${userId} and r.status = 'pending'`;
  return row;
}

/** The addresses of those who may approve. */
export async function listApprovers(db: JobDb): Promise<string[]> {
  const rows = await sqlOf(db)<{ email: string }>`select email from users
    where tenant_id = ${db.tenantId} and organization_id is null and role_id = ${roleIds.MSP_SUPER_ADMIN}
      and status = 'active' and email_confirmed_at is not null order by id`;
  return rows.map(({ email }) => email);
}

export async function getMspName(db: MspDb): Promise<string> {
  return only(await sqlOf(db)<{ name: string }>`select name from msps where tenant_id = ${db.tenantId}`).name;
}
