import { type ErrorCode, isErrorCode } from '@sentrywell/contract/errors.ts';
import type { Endpoint } from '@sentrywell/contract/endpoint.ts';
import { roles } from '@sentrywell/contract/permissions.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Row, whoMay } from './who-may.ts';
import { buildWorld, type OrganizationKey, type PersonKey, type World } from './world.ts';

/**
 * Every registered route × every role, root, anonymous, pending and inactive people × one's own organization, a sibling
 * under the same MSP, one of another MSP and an independent one.
 */
let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

type Visitor = PersonKey | 'anonymous';
type Outcome = 'let in' | '401' | '403' | '404';

const roleOf: Readonly<Partial<Record<Visitor, (typeof roles)[number]>>> = {
  mspAdmin: 'MSP_SUPER_ADMIN',
  mspUser: 'MSP_USER',
  mspAuditor: 'MSP_AUDITOR',
  orgAdmin: 'ORG_ADMIN',
  orgAuditor: 'ORG_AUDITOR',
  employee: 'ORG_USER_EMPLOYEE',
  vendor: 'ORG_USER_VENDOR',
  securityAnalyst: 'SECURITY_ANALYST',
  complianceAnalyst: 'COMPLIANCE_ANALYST',
  siblingAdmin: 'ORG_ADMIN',
  foreignMspAdmin: 'MSP_SUPER_ADMIN',
  foreignAdmin: 'ORG_ADMIN',
  independentAdmin: 'ORG_ADMIN',
};

/** Which organizations each person reaches at all: scopes and MSP, written out. */
const reaches: Readonly<Record<Visitor, readonly OrganizationKey[]>> = {
  anonymous: [],
  pendingMspUser: [],
  inactiveMspUser: [],
  root: ['cedar', 'oak', 'pine', 'birch'],
  mspAdmin: ['cedar', 'oak'],
  mspUser: ['cedar'],
  mspAuditor: ['cedar'],
  orgAdmin: ['cedar'],
  orgAuditor: ['cedar'],
  employee: ['cedar'],
  vendor: ['cedar'],
  securityAnalyst: ['cedar'],
  complianceAnalyst: ['cedar'],
  siblingAdmin: ['oak'],
  foreignMspAdmin: ['pine'],
  foreignAdmin: ['pine'],
  independentAdmin: ['birch'],
};

const withoutSession: readonly Visitor[] = ['anonymous', 'pendingMspUser', 'inactiveMspUser'];
const visitors = Object.keys(reaches) as Visitor[];
const targets: readonly OrganizationKey[] = ['cedar', 'oak', 'pine', 'birch'];

function holds(visitor: Visitor, allowed: readonly string[]): boolean {
  const role = roleOf[visitor];
  return visitor === 'root' || (role !== undefined && allowed.includes(role));
}

function expected(row: Row, visitor: Visitor, target: OrganizationKey): Outcome {
  if (row === 'anyone') {
    return 'let in';
  }
  if (withoutSession.includes(visitor)) {
    return '401';
  }
  if (row === 'signed in') {
    return 'let in';
  }
  if ('msp' in row) {
    return holds(visitor, row.msp) ? 'let in' : '403';
  }
  if (!reaches[visitor].includes(target)) {
    return '404';
  }
  return holds(visitor, row.organization) ? 'let in' : '403';
}

/** A body that every schema refuses: whoever is let in meets 400, and nothing is changed by asking. */
const refusedBody = { 'not-a-key-of-any-call': true };

/** The organization stands where the call names it; every other id is one that nobody has. */
function naming({ access, path }: Endpoint, organizationId: number) {
  const isOrganization = access.kind === 'organization';
  const inPath = isOrganization && access.from === 'path';
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  return {
    params: Object.fromEntries(names.map((name) => [name, name === 'id' && inPath ? organizationId : 999_999])),
    query: isOrganization && !inPath ? { orgId: organizationId } : {},
  };
}

const outcomes: Readonly<Record<string, Outcome>> = {
  'session.missing': '401',
  'access.denied': '403',
  'organization.not_found': '404',
};

/** What any call can meet; every other refusal stands in the contract, where OpenAPI takes it from. */
const anywhere: ReadonlySet<ErrorCode> = new Set([
  'session.missing',
  'access.denied',
  'access.second_factor_needed',
  'organization.not_found',
  'request.invalid',
  'route.not_found',
]);
const undeclared = new Set<string>();

async function outcomeOf(endpoint: Endpoint, visitor: Visitor, target: OrganizationKey): Promise<Outcome> {
  const reply = await world.call(endpoint, {
    ...(visitor === 'anonymous' ? {} : { as: visitor }),
    ...naming(endpoint, world.organizations[target].id),
    ...(endpoint.method === 'POST' ? { body: refusedBody } : {}),
  });
  expect(reply.status, `${endpoint.path} as ${visitor}: ${reply.text}`).toBeLessThan(500);
  const { json } = reply;
  const code = typeof json === 'object' && json !== null && 'code' in json ? String(json.code) : '';
  if (isErrorCode(code) && !anywhere.has(code) && !endpoint.refusals.includes(code)) {
    undeclared.add(`${endpoint.method} ${endpoint.path}: ${code}`);
  }
  return outcomes[code] ?? 'let in';
}

describe('who may call what', () => {
  test('every registered route has a row, and every row a route', () => {
    const registered = world.kernel.endpoints.map(({ method, path }) => `${method} ${path}`).sort();
    const missing = registered.filter((route) => whoMay[route] === undefined);
    const gone = Object.keys(whoMay).filter((route) => !registered.includes(route));
    expect({ missing, gone }).toEqual({ missing: [], gone: [] });
  });

  test('every cell of the matrix is as the specification says', async () => {
    const wrong: string[] = [];
    let cells = 0;
    for (const endpoint of world.kernel.endpoints) {
      const route = `${endpoint.method} ${endpoint.path}`;
      const row = whoMay[route] ?? 'anyone';
      const asked = endpoint.access.kind === 'organization' ? targets : targets.slice(0, 1);
      for (const visitor of visitors) {
        for (const target of asked) {
          cells += 1;
          const should = expected(row, visitor, target);
          const is = await outcomeOf(endpoint, visitor, target);
          if (is !== should) {
            wrong.push(`${route} as ${visitor} on ${target}: ${is}, should be ${should}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBeGreaterThan(world.kernel.endpoints.length * visitors.length - 1);
  }, 180_000);

  test('a call refuses only with what the contract declares for it', () => {
    expect([...undeclared]).toEqual([]);
  });

  test('refused access stands in the audit log of the person’s own tenant', async () => {
    const rows = await world.owner<{ user_name: string; tenant_id: string }>(
      "select distinct user_name, tenant_id from audit_log where result = 'refused' and log like 'Access refused%'",
    );
    const found = new Map(rows.map((row) => [row.user_name, Number(row.tenant_id)]));
    for (const key of ['mspUser', 'employee', 'foreignMspAdmin', 'independentAdmin'] as const) {
      expect(found.get(world.people[key].name)).toBe(world.people[key].tenantId);
    }
  });

  test('an organization’s people are shut out when it is deactivated, its MSP is not', async () => {
    const { owner, organizations, call, kernel } = world;
    const find = kernel.endpoints.find(({ path }) => path === '/api/organization-service/organizations/:id');
    const me = kernel.endpoints.find(({ path }) => path === '/api/auth/me');
    if (find === undefined || me === undefined) {
      throw new Error('The routes of the test are gone.');
    }
    await owner("update organizations set status = 'inactive' where id = $1", [organizations.oak.id]);
    expect((await call(me, { as: 'siblingAdmin' })).status).toBe(401);
    expect((await call(find, { as: 'mspAdmin', params: { id: organizations.oak.id } })).status).toBe(200);
    await owner("update organizations set status = 'active' where id = $1", [organizations.oak.id]);
  });
});
