import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { mspAuditLog } from '@sentrywell/contract/audit-log.ts';
import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { errors } from '@sentrywell/contract/errors.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import fastCheck from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAuthenticator } from '../testing/software-authenticator.ts';
import { buildWorld, testPassword, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

const loginWith = (body: unknown, headers: Record<string, string> = {}) =>
  world.call(authEndpoints.login, { body, headers });
const good = { email: 'admin@cedar.example', password: testPassword };

describe('bad input gets a sentence and never a 5xx', () => {
  test.each([
    ['an unknown key', { ...good, isRootUser: true }],
    ['a wrong type', { ...good, password: 12 }],
    ['a NUL in a text', { ...good, email: 'admin\u0000@cedar.example' }],
    ['a lone surrogate', { ...good, password: 'pass\ud800word that is long' }],
    ['a password of 257 characters', { ...good, password: 'x'.repeat(257) }],
    ['an address of 255 characters', { ...good, email: `${'a'.repeat(243)}@cedar.example` }],
    ['an array', [good]],
    ['a number', 5],
    ['nothing', undefined],
  ])('%s is refused with 400', async (_, body) => {
    const reply = await loginWith(body);
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ code: 'request.invalid', message: expect.any(String) as string });
  });

  test('the sentence about a field stands alone, and the field beside it', async () => {
    const sentence = 'Please enter a valid email address';
    const reply = await loginWith({ ...good, email: 'not an address' });
    expect(reply.json).toMatchObject({ message: sentence, issues: [{ path: 'email', message: sentence }] });
  });

  test.each(['a\u0000b', 'a\ud800b', 'a\u001bb'])(
    '%j is refused in the certificate of a log collector',
    async (authority) => {
      const body = { kind: 'syslog', host: '8.8.8.8', port: 6514, tls: true, authority };
      const reply = await world.call(mspAuditLog.changeForwarding, { as: 'mspAdmin', body });
      expect(reply).toMatchObject({ status: 400, json: { code: 'request.invalid' } });
    },
  );

  test.each(['a\u0000b', 'a\ud800b', 'a\u001bb'])('%j is refused as a way to a passkey', async (way) => {
    const { cookie = '' } = await loginWith(good);
    const begun = await world.call(accountEndpoints.beginPasskey, { cookie });
    const { publicKey } = z.object({ publicKey: z.looseObject({ challenge: z.string() }) }).parse(begun.json);
    const made = createAuthenticator(world.kernel.settings.publicUrl).register(publicKey);
    const credential = { ...made, response: { ...made.response, transports: [way] } };
    const reply = await world.call(accountEndpoints.confirmPasskey, { cookie, body: { name: 'Laptop', credential } });
    expect(reply).toMatchObject({ status: 400, json: { code: 'request.invalid' } });
  });

  test.each([101, 200, 201, 5_000])(
    'the bound that is named to %d characters is the one that counts',
    async (length) => {
      const reply = await world.call(organizationEndpoints.renameMsp, {
        as: 'mspAdmin',
        body: { name: 'x'.repeat(length) },
      });
      const message = 'Must be at most 100 characters';
      expect(reply).toMatchObject({ status: 400, json: { message, issues: [{ path: 'name', message }] } });
    },
  );

  test('malformed JSON and a poisoned prototype are refused with 400', async () => {
    for (const text of ['{"email":', '{"__proto__":{"a":1},"email":"a@b.example","password":"x"}', '\u0000', '[[[[']) {
      expect(await loginWith(text)).toMatchObject({ status: 400, json: { code: 'request.malformed' } });
    }
  });

  test('a parameter that stands twice is refused, and neither of the two is taken', async () => {
    const statusOf = async (query: string) => {
      const url = `${mspAuditLog.list.path}?${query}`;
      const headers = { host: 'localhost:3000', cookie: `sid=${world.people.mspAdmin.cookie}` };
      return (await world.kernel.app.inject({ url, headers })).statusCode;
    };
    expect(await statusOf('search=cedar')).toBe(200);
    for (const query of ['search=cedar&search=oak', 'search[]=cedar', 'search[a]=cedar', 'search=cedar&Search=oak']) {
      expect(await statusOf(query)).toBe(400);
    }
  });

  test('a body over 64 KB is refused with 413', async () => {
    expect(await loginWith({ ...good, password: 'x'.repeat(70_000) })).toMatchObject({
      status: 413,
      json: { code: 'request.too_large' },
    });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'application/json\t;',
    'multipart/form-data',
  ])('a write of type %j is refused with 415', async (type) => {
    expect(await loginWith(good, { 'content-type': type })).toMatchObject({
      status: 415,
      json: { code: 'request.wrong_type' },
    });
  });

  test('a write from a foreign page is refused', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'http://localhost:3000.evil.example' },
    ]) {
      expect(await loginWith(good, headers)).toMatchObject({ status: 403, json: { code: 'request.foreign_origin' } });
    }
  });

  test('where the product has TLS, a page of the same name without it is a foreign page', async () => {
    const secure = await buildWorld({ environment: { PUBLIC_URL: 'https://app.sentrywell.example' } });
    const host = 'app.sentrywell.example';
    const from = (origin: string) => secure.call(authEndpoints.login, { body: good, headers: { host, origin } });
    expect(await from(`http://${host}`)).toMatchObject({ status: 403, json: { code: 'request.foreign_origin' } });
    expect(await from(`https://${host}`)).toMatchObject({ status: 200 });
  });

  test('a host that is not ours is refused', async () => {
    const reply = await world.call(authEndpoints.me, { headers: { host: 'evil.example' } });
    expect(reply).toMatchObject({ status: 400, json: { code: 'request.wrong_host' } });
  });

  test.each(['0', '-1', '1.5', '1e3', '01', 'abc', '99999999999', '%00', '1%2f2'])(
    'the organization id %j is a 404',
    async (id) => {
      const reply = await world.kernel.app.inject({
        url: `/api/organization-service/organizations/${id}`,
        headers: { host: 'localhost:3000', cookie: `sid=${world.people.mspAdmin.cookie}` },
      });
      expect(reply.statusCode).toBe(404);
    },
  );

  test('foreign and missing organizations answer the same bytes', async () => {
    const ask = (id: number) => world.call(organizationEndpoints.findOrganization, { as: 'orgAdmin', params: { id } });
    const foreign = await ask(world.organizations.pine.id);
    const missing = await ask(987_654);
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(missing.text);
  });

  test('an unknown call is a JSON 404', async () => {
    const reply = await world.kernel.app.inject({ url: '/api/nothing/here', headers: { host: 'localhost:3000' } });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({ code: 'route.not_found', message: errors['route.not_found'].message });
  });

  test('junk cookies are nobody', async () => {
    for (const cookie of ['x', '1.', `zzzzzzzzzzzz.${'a'.repeat(43)}`, `2.${'a'.repeat(43)}`, '🍪']) {
      expect((await world.call(authEndpoints.me, { cookie: encodeURIComponent(cookie) })).status).toBe(401);
    }
  });
});

describe('10,000 seeded malformed requests', () => {
  const junkText = fastCheck.oneof(
    fastCheck.string({ maxLength: 40 }),
    fastCheck.constantFrom(
      '',
      '\u0000',
      "'; drop table users;--",
      '../../etc/passwd',
      '%s%n',
      '\ud800',
      '𝕏'.repeat(30),
      'x'.repeat(400),
      '-1',
      '1e400',
    ),
  );
  const junk = fastCheck.letrec((tie) => ({
    value: fastCheck.oneof(
      { maxDepth: 3 },
      junkText,
      fastCheck.constantFrom(null, true, 0, -1, 1.5, Number.MAX_SAFE_INTEGER),
      fastCheck.array(tie('value'), { maxLength: 3 }),
      fastCheck.dictionary(junkText, tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  const people = ['mspAdmin', 'orgAdmin', 'employee', 'root', undefined] as const;

  test('none of them meets a 5xx, over every route', async () => {
    const endpoints = world.kernel.endpoints.filter(({ path }) => path !== '/api/auth/login');
    const failures: string[] = [];
    await fastCheck.assert(
      fastCheck.asyncProperty(
        fastCheck.tuple(
          fastCheck.nat(endpoints.length - 1),
          fastCheck.constantFrom(...people),
          junkText,
          fastCheck.dictionary(
            fastCheck.constantFrom('orgId', 'uuid', 'expectedDomain', 'search', 'from', 'to', 'cursor', 'limit', 'x'),
            junkText,
            { maxKeys: 3 },
          ),
          fastCheck.dictionary(
            fastCheck.constantFrom('email', 'role', 'tenantIds', 'token', 'password', 'name', 'id', 'firstName'),
            junk,
            { maxKeys: 4 },
          ),
        ),
        async ([index, as, param, query, body]) => {
          const endpoint = endpoints[index];
          if (endpoint === undefined) {
            return;
          }
          const params = Object.fromEntries(
            [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => [match[1] ?? '', param.toWellFormed()]),
          );
          const reply = await world.call(endpoint, {
            ...(as === undefined ? {} : { as }),
            params,
            query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, value.toWellFormed()])),
            ...(endpoint.method === 'POST' ? { body } : {}),
          });
          if (reply.status >= 500) {
            failures.push(
              `${endpoint.method} ${endpoint.path} ${JSON.stringify({ param, query, body })}: ${reply.text}`,
            );
          }
        },
      ),
      { numRuns: 10_000, seed: 20_261_121 },
    );
    expect(failures.slice(0, 5)).toEqual([]);
  }, 120_000);
});

describe('what every answer carries', () => {
  test('API answers are never cached, sniffed or framed', async () => {
    const { headers } = await world.call(authEndpoints.me);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-site',
    });
  });

  test('nothing of ours can be framed or told by its kind, whatever the address and the answer', async () => {
    for (const url of [
      '/health/live',
      '/nothing',
      '/nothing.js',
      '/assets/none.css',
      '/%',
      '/api/none',
      '/api/auth/me',
    ]) {
      const reply = await world.kernel.app.inject({ url, headers: { host: 'localhost:3000' } });
      expect(reply.headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(reply.headers).not.toHaveProperty('server');
      expect(reply.headers).not.toHaveProperty('x-powered-by');
      expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test('health answers, and OpenAPI names every mounted call', async () => {
    const get = (url: string) => world.kernel.app.inject({ url, headers: { host: 'localhost:3000' } });
    expect((await get('/health/live')).statusCode).toBe(200);
    expect((await get('/health/ready')).statusCode).toBe(200);
    const described: { paths: Record<string, Record<string, unknown>> } = (await get('/api/openapi.json')).json();
    for (const { method, path } of world.kernel.endpoints) {
      expect(described.paths[path.replace(/:(\w+)/g, '{$1}')]).toHaveProperty(method.toLowerCase());
    }
  });
});
