import { sqlOf } from '../../kernel/sql.ts';
import type { OpenDb } from '../../kernel/tenant.ts';

/** An account that waits to be confirmed, with what its first registration chose. */
export type Unconfirmed = {
  readonly userId: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string;
  readonly createdAt: string;
};

/** Locked until COMMIT: of two that mail its links anew, the second finds those of the first. */
export async function findUnconfirmed(db: OpenDb, userId: number): Promise<Unconfirmed | undefined> {
  const [row] = await sqlOf(
    db,
  )<Unconfirmed>`select id as user_id, email, first_name, last_name, password_hash, created_at from users
    where tenant_id = ${db.tenantId} and id = ${userId} and email_confirmed_at is null and status <> 'inactive' for update`;
  return row;
}

/**
 * Of two links that are followed at once, the second waits here for the first. @returns whether the account still waits to be confirmed;
 * undefined: it was given up.
 */
export async function lockAccount(db: OpenDb, userId: number): Promise<boolean | undefined> {
  const [row] = await sqlOf(db)<{ isWaiting: boolean }>`select email_confirmed_at is null as is_waiting from users
    where tenant_id = ${db.tenantId} and id = ${userId} and (email_confirmed_at is not null or status <> 'inactive') for update`;
  return row?.isWaiting;
}

type Applied = {
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string;
  readonly now: Date;
};

export async function applyRegistration(
  db: OpenDb,
  userId: number,
  { firstName, lastName, passwordHash, now }: Applied,
): Promise<void> {
  await sqlOf(db)`update users set first_name = ${firstName}, last_name = ${lastName}, password_hash = ${passwordHash},
      password_changed_at = ${now}, updated_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${userId}`;
}

export type Link = { readonly payload: Readonly<Record<string, unknown>>; readonly createdAt: string };

/** Ends the links of all registrations with the address that were not followed. @returns what they were. */
export async function endLinks(db: OpenDb, userId: number): Promise<Link[]> {
  return sqlOf(db)<Link>`delete from one_use_tokens
    where tenant_id = ${db.tenantId} and user_id = ${userId} and purpose = 'confirm_email' and used_at is null
    returning payload, created_at`;
}

/** A page that is loaded again after its link was used: the same answer, as long as the link is not older than a day. */
export async function findConfirmedByLink(db: OpenDb, tokenHash: Buffer, now: Date): Promise<number | undefined> {
  const [row] = await sqlOf(db)<{ id: number }>`select u.id from one_use_tokens k
    join users u on u.tenant_id = ${db.tenantId} and u.id = k.user_id
    where k.tenant_id = ${db.tenantId} and k.token_hash = ${tokenHash} and k.purpose = 'confirm_email' and k.expires_at > ${now}
      and u.email_confirmed_at is not null and u.email_confirmed_at = k.used_at`;
  return row?.id;
}
