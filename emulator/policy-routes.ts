import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultKind } from './faults.ts';
import { isObject, type JsonObject } from './json.ts';
import type { Parts } from './parts.ts';
import { type PolicyFilter, readFilter } from './policy-filter.ts';
import type { Account } from './workspaces.ts';

const readScopes = [
  'https://www.googleapis.com/auth/cloud-identity.policies.readonly',
  'https://www.googleapis.com/auth/cloud-identity.policies',
];

type Failure = { readonly status: number; readonly body: JsonObject };

function failure(code: number, status: string, message: string, details?: readonly JsonObject[]): Failure {
  return { status: code, body: { error: { code, message, status, ...(details === undefined ? {} : { details }) } } };
}

/** Why the machinery before every API of Google's refuses (google.rpc.ErrorInfo); the APIs themselves give no reason. */
function because(reason: string): JsonObject {
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'googleapis.com',
    metadata: { service: 'cloudidentity.googleapis.com' },
  };
}

const unauthenticated = failure(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
const denied = failure(403, 'PERMISSION_DENIED', 'The caller does not have permission');
const unscoped = failure(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.', [
  because('ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
]);
const disabled = failure(
  403,
  'PERMISSION_DENIED',
  'Cloud Identity API has not been used in this project before or it is disabled.',
  [because('SERVICE_DISABLED')],
);
const limited = failure(
  429,
  'RESOURCE_EXHAUSTED',
  "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute' of service 'cloudidentity.googleapis.com'.",
  [because('RATE_LIMIT_EXCEEDED')],
);
const unavailable = failure(503, 'UNAVAILABLE', 'The service is currently unavailable.');

function invalid(message: string): Failure {
  return failure(400, 'INVALID_ARGUMENT', message);
}

const simpleFaults: readonly (readonly [FaultKind, Failure])[] = [
  ['unauthenticated', unauthenticated],
  ['service-disabled', disabled],
  ['permission-denied', denied],
  ['rate-limited', limited],
  ['server-error', unavailable],
];

type Caller = { readonly account: Account; readonly domain: string };

function authenticate(request: FastifyRequest, parts: Parts): Caller | Failure {
  const header = request.headers.authorization ?? '';
  const token = parts.grants.tokenFor(header.replace(/^Bearer /, ''));
  if (token === undefined || !header.startsWith('Bearer ')) return unauthenticated;
  const { account, scopes } = token.grant;
  if (!scopes.some((scope) => readScopes.includes(scope))) return unscoped;
  return account.hd === undefined || account.kind !== 'super-administrator' ? denied : { account, domain: account.hd };
}

type Cursor = { readonly offset: number; readonly page: number; readonly filter: string; readonly domain: string };

function readCursor(text: string): Cursor | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!isObject(value)) return undefined;
    const { offset, page, filter, domain } = value;
    if (typeof offset !== 'number' || typeof page !== 'number') return undefined;
    return typeof filter === 'string' && typeof domain === 'string' ? { offset, page, filter, domain } : undefined;
  } catch {
    return undefined;
  }
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

type ListQuery = { pageSize?: string; pageToken?: string; filter?: string };

function startOf(query: ListQuery, domain: string): Cursor | Failure {
  const filter = query.filter ?? '';
  if ((query.pageToken ?? '') === '') return { offset: 0, page: 0, filter, domain };
  const cursor = readCursor(query.pageToken ?? '');
  if (cursor === undefined || cursor.filter !== filter || cursor.domain !== domain)
    return invalid('Invalid page token.');
  return cursor;
}

// Google's order is not defined; names are random, so nobody can come to rely on this one.
function pageOf(parts: Parts, cursor: Cursor, size: number, filter: PolicyFilter): JsonObject {
  const { domain, page, offset } = cursor;
  const matching = parts.workspaces.of(domain).policies().filter(filter);
  const sorted = matching.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const next = { ...cursor, page: page + 1 };
  if (parts.faults.strikes('no-policies', domain, page) !== undefined) return {};
  if (parts.faults.strikes('empty-pages', domain, page) !== undefined) return { nextPageToken: writeCursor(next) };
  if (parts.faults.strikes('endless-pages', domain, page) !== undefined) {
    return { policies: sorted.slice(0, size), nextPageToken: writeCursor({ ...next, offset: 0 }) };
  }
  const policies = sorted.slice(offset, offset + size);
  return {
    ...(policies.length === 0 ? {} : { policies }),
    ...(offset + size < sorted.length ? { nextPageToken: writeCursor({ ...next, offset: offset + size }) } : {}),
  };
}

function sizeOf(query: ListQuery): number | undefined {
  const size = Number(query.pageSize ?? '50');
  if (!Number.isInteger(size) || size < 0) return undefined;
  return size === 0 ? 50 : Math.min(size, 100);
}

function listPage(
  request: FastifyRequest<{ Querystring: ListQuery }>,
  caller: Caller,
  parts: Parts,
): JsonObject | Failure {
  const size = sizeOf(request.query);
  const filter = readFilter(request.query.filter ?? '');
  if (size === undefined) return invalid('Invalid page size.');
  if (filter === undefined) return invalid('Invalid filter.');
  const start = startOf(request.query, caller.domain);
  if (isFailure(start)) return start;
  for (const [kind, answer] of simpleFaults) {
    if (parts.faults.strikes(kind, caller.domain, start.page) !== undefined) return answer;
  }
  return pageOf(parts, start, size, filter);
}

function isFailure(value: object): value is Failure {
  return 'status' in value && 'body' in value;
}

function hugeBody(): string {
  const value = { note: 'x'.repeat(6 * 1024 * 1024) };
  return JSON.stringify({ policies: [{ name: 'policies/huge', setting: { type: 'settings/huge.setting', value } }] });
}

async function answer(
  request: FastifyRequest<{ Querystring: ListQuery }>,
  reply: FastifyReply,
  parts: Parts,
): Promise<FastifyReply> {
  const caller = authenticate(request, parts);
  if (isFailure(caller)) return reply.code(caller.status).send(caller.body);
  const slow = parts.faults.strikes('slow', caller.domain);
  if (slow !== undefined) await parts.wait(slow.milliseconds ?? 30_000);
  reply.header('content-type', 'application/json; charset=utf-8');
  if (parts.faults.strikes('malformed-json', caller.domain) !== undefined)
    return reply.send('{"policies":[{"name":"policies/');
  if (parts.faults.strikes('huge-body', caller.domain) !== undefined) return reply.send(hugeBody());
  const result = listPage(request, caller, parts);
  return isFailure(result) ? reply.code(result.status).send(result.body) : reply.send(result);
}

export function policyRoutes(app: FastifyInstance, parts: Parts): void {
  app.get<{ Querystring: ListQuery }>('/v1/policies', (request, reply) => answer(request, reply, parts));

  app.get<{ Params: { id: string } }>('/v1/policies/:id', (request, reply) => {
    const caller = authenticate(request, parts);
    if (isFailure(caller)) return reply.code(caller.status).send(caller.body);
    const name = `policies/${request.params.id}`;
    const policy = parts.workspaces
      .of(caller.domain)
      .policies()
      .find((candidate) => candidate.name === name);
    if (policy !== undefined) return reply.send(policy);
    const missing = failure(404, 'NOT_FOUND', 'Requested entity was not found.');
    return reply.code(missing.status).send(missing.body);
  });
}
