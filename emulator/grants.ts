import { createHash, randomBytes } from 'node:crypto';
import type { Account } from './workspaces.ts';

/** What a client asked for when it sent a person to the consent page. */
export type Authorization = {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  readonly scopes: readonly string[];
  readonly challenge: string | undefined;
  readonly hostedDomain: string | undefined;
  readonly loginHint: string | undefined;
};

export type Grant = {
  readonly authorization: Authorization;
  readonly account: Account;
  readonly scopes: readonly string[];
};
/** As Google names the scopes that were granted: some in another way than they are asked for. */
export function namesOf(scopes: readonly string[]): string {
  const named = (scope: string) =>
    ['email', 'profile'].includes(scope) ? `https://www.googleapis.com/auth/userinfo.${scope}` : scope;
  return scopes.map(named).join(' ');
}

export type AccessToken = {
  readonly token: string;
  readonly grant: Grant;
  readonly issuedAt: number;
  revokedAt?: number;
};

const authorizationSeconds = 15 * 60;
const codeSeconds = 10 * 60;
export const tokenSeconds = 3599;

export type Grants = {
  remember: (authorization: Authorization) => string;
  pending: (id: string) => Authorization | undefined;
  forget: (id: string) => void;
  issueCode: (grant: Grant) => string;
  /** @returns the grant behind a code, once. */
  redeem: (code: string) => Grant | undefined;
  issueToken: (grant: Grant) => string;
  tokenFor: (token: string) => AccessToken | undefined;
  revoke: (token: string) => boolean;
  tokens: () => readonly AccessToken[];
};

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** @param clock milliseconds since 1970 */
export function createGrants(clock: () => number): Grants {
  const authorizations = new Map<string, { authorization: Authorization; at: number }>();
  const codes = new Map<string, { grant: Grant; at: number }>();
  const tokens = new Map<string, AccessToken>();
  const alive = (at: number, seconds: number): boolean => clock() - at < seconds * 1000;
  return {
    remember: (authorization) => {
      const id = random(24);
      authorizations.set(id, { authorization, at: clock() });
      return id;
    },
    pending: (id) => {
      const found = authorizations.get(id);
      return found !== undefined && alive(found.at, authorizationSeconds) ? found.authorization : undefined;
    },
    forget: (id) => {
      authorizations.delete(id);
    },
    issueCode: (grant) => {
      const code = `4/0${random(40)}`;
      codes.set(code, { grant, at: clock() });
      return code;
    },
    redeem: (code) => {
      const found = codes.get(code);
      codes.delete(code);
      return found !== undefined && alive(found.at, codeSeconds) ? found.grant : undefined;
    },
    issueToken: (grant) => {
      const token = `ya29.${random(96)}`;
      tokens.set(token, { token, grant, issuedAt: clock() });
      return token;
    },
    tokenFor: (token) => {
      const found = tokens.get(token);
      if (found === undefined || found.revokedAt !== undefined) return undefined;
      return alive(found.issuedAt, tokenSeconds) ? found : undefined;
    },
    revoke: (token) => {
      const found = tokens.get(token);
      if (found === undefined || found.revokedAt !== undefined) return false;
      found.revokedAt = clock();
      return true;
    },
    tokens: () => [...tokens.values()],
  };
}
