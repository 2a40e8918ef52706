import { hash as digest, randomBytes } from 'node:crypto';

/**
 * Secrets that a person brings before their tenant is known: the session's cookie, and the links of invitations and mails. They
 * carry the tenant id in clear: `<tenant, base 36>.<random>`. Only the hash is stored.
 */
export function newToken(tenantId: number): { readonly token: string; readonly hash: Buffer } {
  const token = `${tenantId.toString(36)}.${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return digest('sha256', token, 'buffer');
}

/** @returns the tenant that a token names; undefined when it does not have the form of one. */
export function tenantOfToken(token: string): number | undefined {
  const match = /^([0-9a-z]{1,11})\.[A-Za-z0-9_-]{43}$/.exec(token);
  const tenantId = match?.[1] === undefined ? Number.NaN : Number.parseInt(match[1], 36);
  return Number.isSafeInteger(tenantId) && tenantId > 0 ? tenantId : undefined;
}
