import { json, sqlOf } from '../../kernel/sql.ts';
import type { TenantDb } from '../../kernel/tenant.ts';

export type TokenPurpose = 'confirm_email' | 'reset_password' | 'change_email' | 'passkey' | 'totp_enrolment';

export type OneUseToken = {
  readonly userId: number;
  readonly payload: Readonly<Record<string, unknown>>;
};

export type NewToken = OneUseToken & {
  readonly purpose: TokenPurpose;
  readonly tokenHash: Buffer;
  readonly now: Date;
  readonly expiresAt: Date;
};

/** Only its hash is stored. Older ones of the person for the same purpose stop working. */
export async function insertToken(db: TenantDb, token: NewToken): Promise<void> {
  await Promise.all([closeTokens(db, token), addToken(db, token)]);
}

/** Beside those that the person has for the same purpose already. */
export async function addToken(db: TenantDb, token: NewToken): Promise<void> {
  await sqlOf(db)`insert into one_use_tokens (tenant_id, token_hash, purpose, user_id, payload, created_at, expires_at)
      values (${db.tenantId}, ${token.tokenHash}, ${token.purpose}, ${token.userId}, ${json(token.payload)}::jsonb,
        ${token.now}, ${token.expiresAt})`;
}

/** Takes back what a person has not used yet. @returns how many there were. */
export async function closeTokens(
  db: TenantDb,
  { purpose, userId, now }: { readonly purpose: TokenPurpose; readonly userId: number; readonly now: Date },
): Promise<number> {
  const rows = await sqlOf(db)<{ userId: number }>`update one_use_tokens set used_at = ${now}
    where tenant_id = ${db.tenantId} and user_id = ${userId} and purpose = ${purpose} and used_at is null
    returning user_id`;
  return rows.length;
}

/** Takes back every link and every ceremony of a person that was not used: whoever holds one may be why the person is removed. */
export async function closeAllTokens(db: TenantDb, userId: number, now: Date): Promise<void> {
  await sqlOf(db)`update one_use_tokens set used_at = ${now}
    where tenant_id = ${db.tenantId} and user_id = ${userId} and used_at is null`;
}

type TokenKey = { readonly purpose: TokenPurpose; readonly tokenHash: Buffer; readonly now: Date };

/** Looks without using it up. */
export async function findToken(db: TenantDb, { purpose, tokenHash, now }: TokenKey): Promise<OneUseToken | undefined> {
  const [row] = await sqlOf(db)<OneUseToken>`select user_id, payload from one_use_tokens
    where tenant_id = ${db.tenantId} and token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null
      and expires_at > ${now}`;
  return row;
}

/** Spends it: of many at once exactly one succeeds. */
export async function spendToken(
  db: TenantDb,
  { purpose, tokenHash, now }: TokenKey,
): Promise<OneUseToken | undefined> {
  const [row] = await sqlOf(db)<OneUseToken>`update one_use_tokens set used_at = ${now}
    where tenant_id = ${db.tenantId} and token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null
      and expires_at > ${now} returning user_id, payload`;
  return row;
}

/** One that was used, as long as it would still work otherwise: for a page that is loaded again. */
export async function findSpentToken(
  db: TenantDb,
  { purpose, tokenHash, now }: TokenKey,
): Promise<OneUseToken | undefined> {
  const [row] = await sqlOf(db)<OneUseToken>`select user_id, payload from one_use_tokens
    where tenant_id = ${db.tenantId} and token_hash = ${tokenHash} and purpose = ${purpose} and used_at is not null
      and expires_at > ${now}`;
  return row;
}

export type OpenToken = OneUseToken & { readonly tokenHash: Buffer };

/** The one of the person that is still open: where the browser holds no token of its own. */
export async function findOpenToken(
  db: TenantDb,
  { purpose, userId, now }: { readonly purpose: TokenPurpose; readonly userId: number; readonly now: Date },
): Promise<OpenToken | undefined> {
  const [row] = await sqlOf(db)<OpenToken>`select token_hash, user_id, payload from one_use_tokens
    where tenant_id = ${db.tenantId} and user_id = ${userId} and purpose = ${purpose} and used_at is null
      and expires_at > ${now} order by created_at desc limit 1`;
  return row;
}
