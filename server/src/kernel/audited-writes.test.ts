import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Endpoint, endpoint } from '@sentrywell/contract/endpoint.ts';
import { done, noBody, nothing, succeeded } from '@sentrywell/contract/shapes.ts';
import { describe, expect, test } from 'vitest';
import { audit } from './audit.ts';
import { openRoute, route, steppedRoute, unauditedReason } from './route.ts';
import { buildWorld } from '../testing/world.ts';

const world = await buildWorld();

const planted = <const A extends Endpoint['access']>(path: `/api/${string}`, access: A) =>
  endpoint({
    method: 'POST',
    path,
    summary: 'planted',
    access,
    params: nothing,
    query: nothing,
    body: noBody,
    reply: done,
    refusals: [],
  });
const person = { kind: 'person' } as const;
const open = { kind: 'open' } as const;
const entry = { category: 'Audit', log: 'Planted' } as const;

describe('every write leaves an entry in the audit log', () => {
  test('a write that records nothing fails, whichever way it is mounted; one that records passes', async () => {
    const { kernel } = world;
    const honest = {
      plain: planted('/api/auth/honest', person),
      stepped: planted('/api/auth/honest-stepped', person),
      open: planted('/api/auth/honest-open', open),
    };
    const silent = {
      plain: planted('/api/auth/silent', person),
      stepped: planted('/api/auth/silent-stepped', person),
      open: planted('/api/auth/silent-open', open),
    };
    const mounted = kernel.endpoints.length;
    route(kernel, silent.plain, async () => succeeded);
    steppedRoute(kernel, silent.stepped, async ({ enter }) => enter(async () => succeeded));
    openRoute(kernel, silent.open, async ({ door }) => door.enter(1, async () => succeeded));
    route(kernel, honest.plain, async ({ db }) => {
      audit(db, entry);
      return succeeded;
    });
    steppedRoute(kernel, honest.stepped, async ({ enter }) => {
      await enter(async (db) => audit(db, entry));
      return enter(async () => succeeded);
    });
    openRoute(kernel, honest.open, async ({ door }) => {
      await door.enter(1, async (db) => audit(db, entry));
      return succeeded;
    });
    for (const call of Object.values(silent)) {
      expect({ path: call.path, status: (await world.call(call, { as: 'mspAdmin' })).status }).toEqual({
        path: call.path,
        status: 500,
      });
    }
    for (const call of Object.values(honest)) {
      expect({ path: call.path, status: (await world.call(call, { as: 'mspAdmin' })).status }).toEqual({
        path: call.path,
        status: 200,
      });
    }
    kernel.endpoints.length = mounted;
  });

  test('only these calls may answer without one, each for a reason that it names', () => {
    const exempt = world.kernel.endpoints.filter((call) => unauditedReason(call) !== undefined);
    for (const call of exempt) {
      expect(unauditedReason(call)).toMatch(/\w+ \w+ \w+/);
    }
    expect(exempt.map((call) => call.path).sort()).toEqual([
      '/api/auth/confirm-email',
      '/api/auth/keep-alive',
      '/api/auth/logout',
      '/api/auth/password/reset-check',
      '/api/auth/second-factor/passkey/options',
    ]);
  });

  test('no route is added past the kernel, where the check is', () => {
    const folder = path.resolve(import.meta.dirname, '..');
    const strays = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^testing\/|^kernel\/route\.ts$/.test(name))
      .filter((name) =>
        /\.(post|put|patch|delete|all|route)\(\s*(\{|['"`]\/)/.test(readFileSync(path.join(folder, name), 'utf8')),
      );
    expect(strays).toEqual([]);
    expect(readFileSync(path.join(folder, 'kernel/route.ts'), 'utf8')).toMatch(/\.route\(\{/);
  });

  test('every call that writes is a POST, and a POST without a session, a body or an entry never fails', async () => {
    const writes = world.kernel.endpoints.filter(({ method }) => method !== 'GET');
    expect(writes.length).toBeGreaterThan(20);
    const failed: string[] = [];
    for (const call of writes) {
      expect(call.method).toBe('POST');
      const { status } = await world.call(call, { params: { id: 1 } });
      failed.push(...(status >= 500 ? [call.path] : []));
    }
    expect(failed).toEqual([]);
  });
});
