import type { FastifyInstance } from 'fastify';
import { type Fault, faultKinds } from './faults.ts';
import type { JsonObject } from './json.ts';
import type { Parts } from './parts.ts';
import type { Account, Workspace } from './workspaces.ts';

const text = { type: 'string', minLength: 1, maxLength: 300 } as const;
const accountKinds = ['super-administrator', 'administrator', 'user', 'personal'] as const;

const shapes = {
  setting: {
    type: 'object',
    required: ['type', 'value'],
    properties: { type: text, value: { type: 'object', additionalProperties: true }, orgUnit: text },
  },
  removal: { type: 'object', required: ['type'], properties: { type: text } },
  account: {
    type: 'object',
    required: ['email', 'name', 'kind'],
    properties: { email: text, name: text, kind: { type: 'string', enum: accountKinds } },
  },
  fault: {
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { type: 'string', enum: faultKinds },
      domain: text,
      times: { type: 'integer', minimum: 1 },
      afterPages: { type: 'integer', minimum: 0 },
      milliseconds: { type: 'integer', minimum: 0 },
    },
  },
} as const;

type OfDomain = { Params: { domain: string } };

function summary(workspace: Workspace): JsonObject {
  return {
    domain: workspace.domain,
    customer: workspace.directory.customer,
    orgUnits: workspace.directory.orgUnits,
    groups: [workspace.directory.group],
    accounts: workspace.accounts(),
    policies: workspace.policies().length,
  };
}

function workspaceRoutes(app: FastifyInstance, { workspaces }: Parts): void {
  app.get('/emulator/workspaces', () => ({ workspaces: workspaces.list().map(summary) }));
  app.get<OfDomain>('/emulator/workspaces/:domain', ({ params }) => summary(workspaces.of(params.domain)));

  app.post<OfDomain & { Body: { type: string; value: JsonObject; orgUnit?: string } }>(
    '/emulator/workspaces/:domain/settings',
    { schema: { body: shapes.setting } },
    ({ params, body }, reply) => {
      const isSet = workspaces.of(params.domain).setSetting(body.type, body.value, body.orgUnit);
      return reply.code(isSet ? 204 : 404).send();
    },
  );
  app.post<OfDomain & { Body: { type: string } }>(
    '/emulator/workspaces/:domain/removed-settings',
    { schema: { body: shapes.removal } },
    ({ params, body }, reply) => {
      workspaces.of(params.domain).removeSetting(body.type);
      return reply.code(204).send();
    },
  );
  app.post<OfDomain & { Body: { email: string; name: string; kind: Account['kind'] } }>(
    '/emulator/workspaces/:domain/accounts',
    { schema: { body: shapes.account } },
    ({ params, body }) => workspaces.of(params.domain).addAccount(body),
  );
  app.delete<OfDomain>('/emulator/workspaces/:domain/changes', ({ params }, reply) => {
    workspaces.of(params.domain).reset();
    return reply.code(204).send();
  });
}

/** What tests and the demo change about the emulator from outside. */
export function controlRoutes(app: FastifyInstance, parts: Parts): void {
  workspaceRoutes(app, parts);
  app.get('/emulator/faults', () => ({ faults: parts.faults.list() }));
  app.post<{ Body: Fault }>('/emulator/faults', { schema: { body: shapes.fault } }, ({ body }, reply) => {
    parts.faults.set(body);
    return reply.code(204).send();
  });
  app.delete<{ Querystring: { domain?: string } }>('/emulator/faults', ({ query }, reply) => {
    parts.faults.clear(query.domain);
    return reply.code(204).send();
  });
  app.get('/emulator/tokens', () => ({
    tokens: parts.grants.tokens().map(({ token, grant, issuedAt, revokedAt }) => ({
      token,
      email: grant.account.email,
      scopes: grant.scopes,
      issuedAt: new Date(issuedAt).toISOString(),
      revokedAt: revokedAt === undefined ? null : new Date(revokedAt).toISOString(),
    })),
  }));
}
