import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FaultKind } from './faults.ts';
import { challengeOf, type Grant, namesOf, tokenSeconds } from './grants.ts';
import type { JsonObject } from './json.ts';
import type { Parts } from './parts.ts';

type Answer = { readonly status: number; readonly body: JsonObject };

function refuse(status: number, error: string, description: string): Answer {
  return { status, body: { error, error_description: description } };
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function credentialsOf(request: FastifyRequest, form: URLSearchParams): readonly [string, string] {
  const header = request.headers.authorization ?? '';
  if (!header.startsWith('Basic ')) return [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
  const [id = '', secret = ''] = Buffer.from(header.slice(6), 'base64').toString('utf8').split(':');
  return [decodeURIComponent(id), decodeURIComponent(secret)];
}

function isOurClient(request: FastifyRequest, form: URLSearchParams, parts: Parts): boolean {
  const [id, secret] = credentialsOf(request, form);
  return isSame(id, parts.clientId) && isSame(secret, parts.clientSecret);
}

function redeem(form: URLSearchParams, parts: Parts): Grant | Answer {
  const code = form.get('code') ?? '';
  if (!code.startsWith('4/')) return refuse(400, 'invalid_grant', 'Malformed auth code.');
  const grant = parts.grants.redeem(code);
  if (grant === undefined) return refuse(400, 'invalid_grant', 'Bad Request');
  const { redirectUri, challenge } = grant.authorization;
  if (form.get('redirect_uri') !== redirectUri) return refuse(400, 'redirect_uri_mismatch', 'Bad Request');
  const verifier = form.get('code_verifier') ?? '';
  if (challenge !== undefined && challengeOf(verifier) !== challenge) {
    return refuse(400, 'invalid_grant', verifier === '' ? 'Missing code verifier.' : 'Invalid code verifier.');
  }
  return grant;
}

function claimsOf(grant: Grant, accessToken: string, parts: Parts): JsonObject {
  const now = Math.floor(parts.clock() / 1000);
  const { account, authorization } = grant;
  const half = createHash('sha256').update(accessToken).digest().subarray(0, 16);
  return {
    iss: parts.issuer(),
    azp: parts.clientId,
    aud: parts.clientId,
    sub: account.sub,
    ...(account.hd === undefined ? {} : { hd: account.hd }),
    email: account.email,
    email_verified: true,
    at_hash: half.toString('base64url'),
    ...(authorization.nonce === undefined ? {} : { nonce: authorization.nonce }),
    iat: now,
    exp: now + tokenSeconds,
  };
}

function without(claims: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
}

const spoiling: readonly (readonly [FaultKind, (claims: JsonObject) => JsonObject])[] = [
  ['id-token-wrong-audience', (claims) => ({ ...claims, aud: 'another-client.apps.example' })],
  ['id-token-wrong-issuer', (claims) => ({ ...claims, iss: 'https://issuer.example' })],
  ['id-token-wrong-nonce', (claims) => ({ ...claims, nonce: 'another-nonce' })],
  ['id-token-without-nonce', (claims) => without(claims, 'nonce')],
  [
    'id-token-expired',
    (claims) => ({ ...claims, iat: Number(claims['iat']) - 7200, exp: Number(claims['exp']) - 7200 }),
  ],
  ['id-token-without-hosted-domain', (claims) => without(claims, 'hd')],
  ['id-token-other-hosted-domain', (claims) => ({ ...claims, hd: 'other-clinic.example' })],
  ['id-token-unverified-email', (claims) => ({ ...claims, email_verified: false })],
];

function idTokenOf(grant: Grant, accessToken: string, parts: Parts): string {
  const domain = grant.account.hd ?? '';
  let claims = claimsOf(grant, accessToken, parts);
  for (const [kind, spoil] of spoiling) {
    if (parts.faults.strikes(kind, domain) !== undefined) claims = spoil(claims);
  }
  if (parts.faults.strikes('id-token-bad-signature', domain) !== undefined) return parts.key.signedByStranger(claims);
  if (parts.faults.strikes('id-token-unsigned', domain) !== undefined) return parts.key.unsigned(claims);
  return parts.key.signed(claims);
}

function tokenAnswer(grant: Grant, parts: Parts): Answer {
  const accessToken = parts.grants.issueToken(grant);
  const withIdToken =
    grant.scopes.includes('openid') && parts.faults.strikes('without-id-token', grant.account.hd ?? '') === undefined;
  return {
    status: 200,
    body: {
      access_token: accessToken,
      expires_in: tokenSeconds,
      scope: namesOf(grant.scopes),
      token_type: 'Bearer',
      ...(withIdToken ? { id_token: idTokenOf(grant, accessToken, parts) } : {}),
    },
  };
}

async function exchange(request: FastifyRequest<{ Body: URLSearchParams }>, parts: Parts): Promise<Answer> {
  const form = request.body;
  const slow = parts.faults.strikes('token-slow', '');
  if (slow !== undefined) await parts.wait(slow.milliseconds ?? 30_000);
  if (parts.faults.strikes('token-error', '') !== undefined) return refuse(400, 'invalid_grant', 'Bad Request');
  if (!isOurClient(request, form, parts)) return refuse(401, 'invalid_client', 'Unauthorized');
  if (form.get('grant_type') !== 'authorization_code') {
    return refuse(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`);
  }
  const grant = redeem(form, parts);
  return 'account' in grant ? tokenAnswer(grant, parts) : grant;
}

export function tokenRoutes(app: FastifyInstance, parts: Parts): void {
  app.get('/.well-known/openid-configuration', (_request, reply) => {
    const issuer = parts.issuer();
    return reply.header('cache-control', 'public, max-age=3600').send({
      issuer,
      authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
      token_endpoint: `${issuer}/token`,
      revocation_endpoint: `${issuer}/revoke`,
      jwks_uri: `${issuer}/certs`,
      response_types_supported: ['code'],
      authorization_response_iss_parameter_supported: true,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      claims_supported: ['aud', 'email', 'email_verified', 'exp', 'hd', 'iat', 'iss', 'sub'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code'],
    });
  });

  app.get('/certs', (_request, reply) => reply.header('cache-control', 'public, max-age=3600').send(parts.key.jwks));

  app.post<{ Body: URLSearchParams }>('/token', async (request, reply) => {
    const { status, body } = await exchange(request, parts);
    return reply.code(status).header('cache-control', 'no-store').send(body);
  });

  app.post<{ Body: URLSearchParams }>('/revoke', (request, reply) => {
    if (parts.faults.strikes('revoke-error', '') !== undefined) {
      return reply.code(503).send({ error: 'internal_failure', error_description: 'Please try again later.' });
    }
    const revoked = parts.grants.revoke(request.body.get('token') ?? '');
    return revoked
      ? reply.send({})
      : reply.code(400).send({ error: 'invalid_token', error_description: 'Token expired or revoked' });
  });
}
