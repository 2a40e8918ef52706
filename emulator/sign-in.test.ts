import { createPublicKey, verify } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consent } from './consent.ts';
import type { FaultKind } from './faults.ts';
import { type GoogleWorkspaceEmulator, startGoogleWorkspaceEmulator } from './google-workspace.ts';
import { isObject, type JsonObject, listOf } from './json.ts';
import { authUrl, codeFor, exchange, policyScope, readPage, redirectUri, tokenFor } from './test-client.ts';

const start = Date.parse('2026-11-21T09:00:00Z');
let now = start;
let emulator: GoogleWorkspaceEmulator;

beforeEach(async () => {
  now = start;
  emulator = await startGoogleWorkspaceEmulator({ clock: () => now });
});
afterEach(() => emulator.stop());

const admin = { email: 'admin@cedarclinic.example' };

async function json(path: string): Promise<JsonObject> {
  const body: unknown = await (await fetch(`${emulator.url}${path}`)).json();
  return isObject(body) ? body : {};
}

async function claimsOf(idToken: unknown): Promise<{ claims: JsonObject; isSigned: boolean }> {
  const [header = '', payload = '', signature = ''] = String(idToken).split('.');
  const [jwk] = listOf((await json('/certs'))['keys']);
  const key = createPublicKey({ key: isObject(jwk) ? jwk : {}, format: 'jwk' });
  const isSigned = verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  return { claims: isObject(claims) ? claims : {}, isSigned };
}

async function idTokenFor(email: string): Promise<{ claims: JsonObject; isSigned: boolean }> {
  const { body } = await exchange(emulator, await codeFor(emulator, { email }));
  return claimsOf(body['id_token']);
}

describe('signing in', () => {
  it('can be discovered', async () => {
    expect(await json('/.well-known/openid-configuration')).toMatchObject({
      issuer: emulator.url,
      authorization_endpoint: `${emulator.url}/o/oauth2/v2/auth`,
      token_endpoint: `${emulator.url}/token`,
      revocation_endpoint: `${emulator.url}/revoke`,
      jwks_uri: `${emulator.url}/certs`,
      code_challenge_methods_supported: ['S256'],
    });
  });

  it('brings back a code and the untouched state, and the code a token', async () => {
    const back = await consent(authUrl(emulator), admin);
    expect(`${back.origin}${back.pathname}`).toBe(redirectUri);
    expect(back.searchParams.get('state')).toBe('the state & more');
    expect(back.searchParams.get('iss')).toBe(emulator.issuer);
    const { status, body } = await exchange(emulator, back.searchParams.get('code') ?? '');
    expect(status).toBe(200);
    const scope = `openid https://www.googleapis.com/auth/userinfo.email ${policyScope}`;
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3599, scope });
    expect(body).not.toHaveProperty('refresh_token');
  });

  it('proves who it was by a signed ID token', async () => {
    const { claims, isSigned } = await idTokenFor(admin.email);
    expect(isSigned).toBe(true);
    expect(claims).toMatchObject({
      iss: emulator.issuer,
      aud: emulator.clientId,
      email: admin.email,
      email_verified: true,
      hd: 'cedarclinic.example',
      nonce: 'the nonce',
      iat: start / 1000,
      exp: start / 1000 + 3599,
    });
  });

  it('gives a personal account no hosted domain, and another organization its own', async () => {
    expect((await idTokenFor('robin.personal@mail.example')).claims).not.toHaveProperty('hd');
    expect((await idTokenFor('admin@other-clinic.example')).claims['hd']).toBe('other-clinic.example');
  });

  it('keeps one subject for one account', async () => {
    const [first, second, other] = [
      await idTokenFor(admin.email),
      await idTokenFor(admin.email),
      await idTokenFor('frontdesk@cedarclinic.example'),
    ];
    expect(second.claims['sub']).toBe(first.claims['sub']);
    expect(other.claims['sub']).not.toBe(first.claims['sub']);
  });

  it('can be cancelled', async () => {
    const back = await consent(authUrl(emulator), { ...admin, decision: 'cancel' });
    expect(Object.fromEntries(back.searchParams)).toEqual({
      iss: emulator.issuer,
      state: 'the state & more',
      error: 'access_denied',
    });
  });

  it('grants only what was left ticked', async () => {
    const { body } = await exchange(emulator, await codeFor(emulator, { untick: [policyScope] }));
    expect(body['scope']).toBe('openid https://www.googleapis.com/auth/userinfo.email');
    const { status, body: refused } = await readPage(emulator, String(body['access_token']));
    expect([status, JSON.stringify(refused)]).toEqual([
      403,
      expect.stringContaining('ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
    ]);
  });

  it('shows the accounts of the asked domain, an outsider and a personal one, the hinted one first', async () => {
    const html = await (
      await fetch(authUrl(emulator, { hd: 'birchdental.example', login_hint: 'frontdesk@birchdental.example' }))
    ).text();
    expect([...html.matchAll(/name="account" value="([^"]+)"/g)].map(([, email]) => email)).toEqual([
      'frontdesk@birchdental.example',
      'admin@birchdental.example',
      'helpdesk@birchdental.example',
      'admin@other-clinic.example',
      'robin.personal@mail.example',
    ]);
  });

  it('writes nothing into a page that a link could smuggle in', async () => {
    const evil = '"><script>alert(1)</script>';
    const url = authUrl(emulator, {
      hd: evil,
      state: evil,
      nonce: evil,
      login_hint: evil,
      scope: `openid ${evil.replaceAll(' ', '')}`,
    });
    const page = await fetch(url);
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).not.toContain('<script');
    const [request] = /name="request" value="([^"]+)"/.exec(html)?.slice(1) ?? [];
    const consentHtml = await (
      await fetch(`${emulator.url}/signin/consent?request=${request}&account=robin.personal@mail.example`)
    ).text();
    expect(consentHtml).toContain('wants access');
    expect(consentHtml).not.toContain('<script');
  });
});

describe('a request that Google would not take', () => {
  it.each([
    ['an unknown client', { client_id: 'stranger' }, 'invalid_client'],
    ['no client', { client_id: undefined }, 'invalid_client'],
    ['a redirect off loopback', { redirect_uri: 'https://evil.example/callback' }, 'redirect_uri_mismatch'],
    ['no redirect', { redirect_uri: undefined }, 'redirect_uri_mismatch'],
    ['a token instead of a code', { response_type: 'token' }, 'invalid_request'],
    ['no scope', { scope: ' ' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge that is no digest', { code_challenge: 'short' }, 'invalid_request'],
  ])('stays on an error page: %s', async (_what, changes, error) => {
    const answer = await fetch(authUrl(emulator, changes), { redirect: 'manual' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
    expect(await answer.text()).toContain(error);
  });

  it('registered redirects must match to the letter', async () => {
    const strict = await startGoogleWorkspaceEmulator({ redirectUris: [redirectUri] });
    const statusOf = async (uri: string): Promise<number> =>
      (await fetch(authUrl(strict, { redirect_uri: uri }))).status;
    expect(await statusOf(redirectUri)).toBe(200);
    for (const uri of [
      `${redirectUri}/`,
      `${redirectUri}?a=1`,
      redirectUri.toUpperCase(),
      redirectUri.replace('127.0.0.1', 'localhost'),
    ]) {
      expect({ uri, status: await statusOf(uri) }).toEqual({ uri, status: 400 });
    }
    await strict.stop();
  });

  it('a consent that nobody asked for, or that was answered, leads nowhere', async () => {
    const decide = (request: string): Promise<Response> =>
      fetch(`${emulator.url}/signin/decision`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ request, account: admin.email, decision: 'allow' }),
      });
    await consent(authUrl(emulator), admin);
    expect((await decide('made-up')).status).toBe(400);
    const html = await (await fetch(authUrl(emulator))).text();
    const request = /name="request" value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect((await decide(request)).status).toBe(302);
    expect((await decide(request)).status).toBe(400);
  });
});

describe('a code', () => {
  it('works once', async () => {
    const code = await codeFor(emulator);
    expect((await exchange(emulator, code)).status).toBe(200);
    expect(await exchange(emulator, code)).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Bad Request' },
    });
  });

  it('dies after ten minutes', async () => {
    const [kept, expired] = [await codeFor(emulator), await codeFor(emulator)];
    now += 10 * 60_000 - 1;
    expect((await exchange(emulator, kept)).status).toBe(200);
    now += 1;
    expect((await exchange(emulator, expired)).body['error']).toBe('invalid_grant');
  });

  it.each([
    ['another verifier', { code_verifier: 'w'.repeat(64) }, 400, 'invalid_grant'],
    ['no verifier', { code_verifier: undefined }, 400, 'invalid_grant'],
    ['another redirect', { redirect_uri: 'http://127.0.0.1:3000/other' }, 400, 'redirect_uri_mismatch'],
    ['a wrong secret', { client_secret: 'guess' }, 401, 'invalid_client'],
    ['another client', { client_id: 'stranger' }, 401, 'invalid_client'],
    ['another kind of grant', { grant_type: 'refresh_token' }, 400, 'unsupported_grant_type'],
    ['an invented code', { code: '4/0invented' }, 400, 'invalid_grant'],
    ['no code', { code: undefined }, 400, 'invalid_grant'],
  ])('is worth nothing with %s', async (_what, changes, status, error) => {
    const answer = await exchange(emulator, await codeFor(emulator), changes);
    expect([answer.status, answer.body['error']]).toEqual([status, error]);
    expect(answer.body).not.toHaveProperty('access_token');
  });

  it('can be exchanged with the secret in the header', async () => {
    const { clientId, clientSecret } = emulator;
    const authorization = `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`;
    const form = new URLSearchParams({
      code: await codeFor(emulator),
      redirect_uri: redirectUri,
      grant_type: 'authorization_code',
      code_verifier: 'v'.repeat(64),
    });
    const answer = await fetch(`${emulator.url}/token`, { method: 'POST', body: form, headers: { authorization } });
    expect(answer.status).toBe(200);
  });
});

describe('a token', () => {
  it('is revoked once and for all', async () => {
    const token = await tokenFor(emulator);
    const revoke = async (): Promise<number> =>
      (await fetch(`${emulator.url}/revoke`, { method: 'POST', body: new URLSearchParams({ token }) })).status;
    expect((await readPage(emulator, token)).status).toBe(200);
    expect(await revoke()).toBe(200);
    expect((await readPage(emulator, token)).status).toBe(401);
    expect(await revoke()).toBe(400);
    expect(emulator.tokens().map(({ revokedAt }) => revokedAt)).toEqual([start]);
  });

  it('dies after an hour', async () => {
    const token = await tokenFor(emulator);
    now += 3_599_000;
    expect((await readPage(emulator, token)).status).toBe(401);
  });
});

describe('a spoiled ID token', () => {
  it.each<[FaultKind, JsonObject]>([
    ['id-token-wrong-audience', { aud: 'another-client.apps.example' }],
    ['id-token-wrong-issuer', { iss: 'https://issuer.example' }],
    ['id-token-wrong-nonce', { nonce: 'another-nonce' }],
    ['id-token-expired', { exp: start / 1000 + 3599 - 7200 }],
    ['id-token-other-hosted-domain', { hd: 'other-clinic.example' }],
    ['id-token-unverified-email', { email_verified: false }],
  ])('has one thing wrong: %s', async (kind, wrong) => {
    emulator.faults.set({ kind, times: 1 });
    const { claims, isSigned } = await idTokenFor(admin.email);
    expect(claims).toMatchObject(wrong);
    expect(isSigned).toBe(true);
    expect((await idTokenFor(admin.email)).claims).not.toMatchObject(wrong);
  });

  it.each<[FaultKind, string]>([
    ['id-token-without-nonce', 'nonce'],
    ['id-token-without-hosted-domain', 'hd'],
  ])('lacks one thing: %s', async (kind, name) => {
    emulator.faults.set({ kind });
    expect((await idTokenFor(admin.email)).claims).not.toHaveProperty(name);
  });

  it.each<FaultKind>(['id-token-bad-signature', 'id-token-unsigned'])(
    'is not signed by the published key: %s',
    async (kind) => {
      emulator.faults.set({ kind });
      expect((await idTokenFor(admin.email)).isSigned).toBe(false);
    },
  );

  it('may be missing', async () => {
    emulator.faults.set({ kind: 'without-id-token' });
    expect((await exchange(emulator, await codeFor(emulator))).body).not.toHaveProperty('id_token');
  });
});
