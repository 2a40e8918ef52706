import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GoogleWorkspaceEmulator, startGoogleWorkspaceEmulator } from '../../../../emulator/google-workspace.ts';
import { signInAtGoogle } from '../../testing/workspace-sign-in.ts';
import { createPace } from './google-pace.ts';
import { createGoogleSignIn, newSignInSecrets } from './google-sign-in.ts';
import { type PolicyApi, readPolicies } from './read-policies.ts';

const domain = 'reading.example';
let google: GoogleWorkspaceEmulator;
let token = '';
beforeAll(async () => {
  google = await startGoogleWorkspaceEmulator();
});
beforeEach(async () => {
  const { clientId, clientSecret, issuer, apiRoot } = google;
  const settings = { clientId, clientSecret, issuer, apiRoot, minimumIntervalMs: 1, timeoutMs: 5_000 };
  const signIn = createGoogleSignIn({ google: settings, publicUrl: 'http://localhost:3000' });
  const secrets = newSignInSecrets('a-state');
  const { code = '', iss = '' } = await signInAtGoogle(await signIn.begin(secrets, domain));
  ({ token } = await signIn.redeem(secrets, { code, iss }));
});
afterEach(() => google.faults.clear());
afterAll(() => google.stop());

function api(more: Partial<PolicyApi> = {}): PolicyApi {
  const minimumIntervalMs = more.minimumIntervalMs ?? 1;
  const pace = createPace(minimumIntervalMs, { take: async () => 0, hold: async () => undefined });
  return { apiRoot: google.apiRoot, timeoutMs: 5_000, minimumIntervalMs, pace, longestMs: 5_000, ...more };
}

async function codeOf(reading: Promise<unknown>): Promise<unknown> {
  return reading.then(
    () => undefined,
    (error: unknown) => (typeof error === 'object' && error !== null && 'code' in error ? error.code : error),
  );
}

describe('reading all policies of a workspace', () => {
  test('every policy once, over all pages, in any order', async () => {
    const names = google.workspaces
      .of(domain)
      .policies()
      .map(({ name }) => name);
    expect(names.length).toBeGreaterThan(200);
    const read = await readPolicies(api(), token);
    expect(read.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });

  test('one call per interval, in one queue with everybody else who reads', async () => {
    const shared = api({ minimumIntervalMs: 30 });
    const start = performance.now();
    const [one, other] = await Promise.all([readPolicies(shared, token), readPolicies(shared, token)]);
    // Three pages each: six calls have five intervals between them.
    expect(performance.now() - start).toBeGreaterThan(5 * 30 * 0.9);
    expect(one).toHaveLength(other.length);
  });

  test('a page that begins shortly before the end of the whole time gets what is left of it', async () => {
    google.faults.set({ kind: 'slow', milliseconds: 300, times: 1 });
    expect(await readPolicies(api({ longestMs: 900, timeoutMs: 800 }), token)).not.toHaveLength(0);
    google.faults.set({ kind: 'slow', milliseconds: 300 });
    expect(await codeOf(readPolicies(api({ longestMs: 500, timeoutMs: 400 }), token))).toBe('workspace.too_slow');
  });

  test('a limit that outlasts the whole time is told as such, before the time is over', async () => {
    google.faults.set({ kind: 'rate-limited' });
    const start = performance.now();
    expect(await codeOf(readPolicies(api({ minimumIntervalMs: 100, longestMs: 1_000 }), token))).toBe(
      'workspace.quota',
    );
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test('nobody at the address', async () => {
    expect(await codeOf(readPolicies(api({ apiRoot: 'http://127.0.0.1:9' }), token))).toBe('workspace.unreachable');
  });

  test('an answer that leads elsewhere is not followed: the token stays here', async () => {
    const elsewhere: string[] = [];
    const server = createServer((request, response) => {
      elsewhere.push(request.url ?? '');
      response.writeHead(302, { location: '/stolen' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect(await codeOf(readPolicies(api({ apiRoot: `http://127.0.0.1:${port}` }), token))).toBe(
      'workspace.unreachable',
    );
    expect([...new Set(elsewhere.map((url) => url.split('?')[0]))]).toEqual(['/v1/policies']);
    await new Promise((resolve) => server.close(resolve));
  });
});
