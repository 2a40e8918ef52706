import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { ErrorCode } from '@sentrywell/contract/errors.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSigningKey } from '../../../../emulator/signing-key.ts';
import { createGoogleSignIn, newSignInSecrets } from './google-sign-in.ts';

/** Google's sign-in played by a few lines of our own: what it, and what stands between it and us, says when it is not well. */
const discovery = '/.well-known/openid-configuration';
type Place = typeof discovery | '/token' | '/certs';
const secrets = newSignInSecrets('a-state');
const answer = { code: 'a-code' };
const usualKey = createSigningKey();

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function google(odd: Partial<Record<Place, RequestListener>> = {}) {
  const revoked: string[] = [];
  const parts = { key: usualKey, revoked };
  let issuer = '';
  const answers: Readonly<Record<string, RequestListener>> = {
    [discovery]: (_, response) =>
      json(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        revocation_endpoint: `${issuer}/revoke`,
        jwks_uri: `${issuer}/certs`,
        id_token_signing_alg_values_supported: ['RS256'],
      }),
    '/token': (_, response) => {
      const iat = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, aud: 'us', sub: '1', nonce: secrets.nonce, iat, exp: iat + 60 };
      const idToken = parts.key.signed(claims);
      json(response, 200, { access_token: 'a-token', token_type: 'Bearer', expires_in: 60, id_token: idToken });
    },
    '/certs': (_, response) => json(response, 200, parts.key.jwks),
    '/revoke': (request, response) => {
      request.on('data', (form: Buffer) => revoked.push(new URLSearchParams(form.toString()).get('token') ?? ''));
      request.on('end', () => json(response, 200, {}));
    },
    ...odd,
  };
  const server = createServer((request, response) => answers[request.url ?? '']?.(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const client = { clientId: 'us', clientSecret: 'ours', issuer, apiRoot: issuer };
  const settings = { ...client, minimumIntervalMs: 1, timeoutMs: 1_000 };
  return Object.assign(parts, { signIn: createGoogleSignIn({ google: settings, publicUrl: 'http://localhost:3000' }) });
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (typeof error === 'object' && error !== null && 'code' in error ? error.code : error),
  );
/** What comes of a sign-in where one place answers so. */
async function outcomeOf(place: Place, odd: RequestListener) {
  const { signIn, revoked } = await google({ [place]: odd });
  return { code: await codeOf(signIn.redeem(secrets, answer)), revoked };
}

const saying =
  (status: number, error: string): RequestListener =>
  (_, response) =>
    json(response, status, { error });
const page =
  (status: number): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>');
const silent: RequestListener = () => undefined;
const stalling =
  (status: number): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).write('{"error":"');
const cut: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': '5000' }).write('{"keys":[');
  setTimeout(() => response.destroy(), 20);
};
const endless: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"note":"');
  const more = () => response.destroyed || response.write('x'.repeat(1024 * 1024), () => setImmediate(more));
  more();
};
const challenging: RequestListener = (_, response) =>
  void response.setHeader('www-authenticate', 'Basic realm="google"').writeHead(401).end();

describe('no token', () => {
  test.each<[string, RequestListener, ErrorCode]>([
    ['a code that is over', saying(400, 'invalid_grant'), 'workspace.state_invalid'],
    ['a client that Google deleted', saying(401, 'deleted_client'), 'workspace.bad_credentials'],
    ['a client that has to sign in first', challenging, 'workspace.bad_credentials'],
    ['an address that is not registered', saying(400, 'redirect_uri_mismatch'), 'workspace.bad_credentials'],
    ['a workspace that trusts no strangers', saying(400, 'admin_policy_enforced'), 'workspace.blocked_by_admin'],
    ['an error nobody has heard of', saying(400, 'something_else'), 'workspace.failed'],
    ['too many, in its own words', saying(403, 'rate_limit_exceeded'), 'workspace.quota'],
    ['too many, from whoever stands before it', page(429), 'workspace.quota'],
    ['down', page(503), 'workspace.unreachable'],
    ['down, in its own words', saying(500, 'internal_failure'), 'workspace.unreachable'],
    ['half an answer', cut, 'workspace.unreachable'],
    ['a page', page(200), 'workspace.failed'],
    ['a page at another address', page(302), 'workspace.failed'],
    ['an answer without an end', endless, 'workspace.too_large'],
  ])('%s', async (_name, odd, code) => {
    expect(await outcomeOf('/token', odd)).toEqual({ code, revoked: [] });
  });
});

describe('a token whose signature cannot be checked is handed back', () => {
  test.each<[string, RequestListener, ErrorCode]>([
    ['down', page(503), 'workspace.unreachable'],
    ['half an answer', cut, 'workspace.unreachable'],
    ['a page', page(200), 'workspace.failed'],
    ['an answer without an end', endless, 'workspace.too_large'],
    ['another key', (_, response) => json(response, 200, createSigningKey().jwks), 'workspace.untrusted_answer'],
  ])('%s', async (_name, odd, code) => {
    expect(await outcomeOf('/certs', odd)).toEqual({ code, revoked: ['a-token'] });
  });
});

test('an answer that does not come, or stalls in the middle, is too slow wherever it is', async () => {
  const slow = await Promise.all([
    outcomeOf('/token', silent),
    outcomeOf('/token', stalling(200)),
    outcomeOf('/token', stalling(400)),
    outcomeOf('/certs', silent),
    outcomeOf('/certs', stalling(200)),
  ]);
  expect(slow.map(({ code }) => code)).toEqual(slow.map(() => 'workspace.too_slow'));
});

test('whatever keeps us from learning where Google’s services are, the next sign-in asks again', async () => {
  const kinds = [page(503), page(200), stalling(200), cut, endless];
  const outcomes = kinds.map(async (odd) => {
    let asked = 0;
    const counted: RequestListener = (request, response) => {
      asked += 1;
      odd(request, response);
    };
    const { signIn } = await google({ [discovery]: counted });
    const begin = () => codeOf(signIn.begin(secrets, 'a.example'));
    return [await begin(), await begin(), asked];
  });
  expect(await Promise.all(outcomes)).toEqual(kinds.map(() => ['workspace.unreachable', 'workspace.unreachable', 2]));
});

test('Google changes its keys, and the next sign-in has the new ones', async () => {
  const changing = await google();
  await changing.signIn.redeem(secrets, answer);
  changing.key = createSigningKey();
  expect(await changing.signIn.redeem(secrets, answer)).toMatchObject({ token: 'a-token' });
});
