import { only, sqlOf } from '../../kernel/sql.ts';
import type { OpenDb, OrganizationDb } from '../../kernel/tenant.ts';

export type NewSignIn = {
  readonly stateHash: Buffer;
  readonly userId: number;
  readonly userName: string;
  readonly sessionMark: Buffer;
  readonly expectedDomain: string;
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly now: Date;
  readonly expiresAt: Date;
};

/** Also forgets the sign-ins of this tenant that are over since a day. */
export async function insertSignIn(db: OrganizationDb, signIn: NewSignIn): Promise<void> {
  const sql = sqlOf(db);
  const { stateHash, userId, userName, sessionMark, expectedDomain, codeVerifier, nonce, now, expiresAt } = signIn;
  const yesterday = new Date(now.getTime() - 86_400_000);
  await sql`delete from workspace_sign_ins
    where tenant_id = ${db.tenantId} and organization_id = ${db.organizationId} and expires_at < ${yesterday}`;
  await sql`insert into workspace_sign_ins (tenant_id, state_hash, organization_id, user_id, user_name, session_hash,
      expected_domain, code_verifier, nonce, created_at, expires_at)
    values (${db.tenantId}, ${stateHash}, ${db.organizationId}, ${userId}, ${userName}, ${sessionMark},
      ${expectedDomain}, ${codeVerifier}, ${nonce}, ${now}, ${expiresAt})`;
}

export type TakenSignIn = {
  readonly organizationId: number;
  readonly userId: number;
  readonly userName: string;
  readonly expectedDomain: string;
  readonly codeVerifier: string;
  readonly nonce: string;
};

/**
 * Takes a sign-in, once: of two answers with the same state only one gets it. The session that began it must bring it;
 * another one neither gets it nor spoils it.
 */
export async function takeSignIn(
  db: OpenDb,
  { stateHash, sessionMark, now }: { readonly stateHash: Buffer; readonly sessionMark: Buffer; readonly now: Date },
): Promise<TakenSignIn | undefined> {
  const [row] = await sqlOf(db)<TakenSignIn>`
    update workspace_sign_ins set used_at = ${now}
    where tenant_id = ${db.tenantId} and state_hash = ${stateHash} and session_hash = ${sessionMark}
      and used_at is null and expires_at > ${now}
    returning organization_id, user_id, user_name, expected_domain, code_verifier, nonce`;
  return row;
}

export type AssessedOrganization = { readonly name: string; readonly domainName: string };

export async function getOrganization(db: OrganizationDb): Promise<AssessedOrganization> {
  return only(
    await sqlOf(db)<AssessedOrganization>`
    select name, domain_name from organizations where tenant_id = ${db.tenantId} and id = ${db.organizationId}`,
  );
}
