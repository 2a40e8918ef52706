import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Access, Endpoint } from '@sentrywell/contract/endpoint.ts';
import type { Role } from '@sentrywell/contract/permissions.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Download, download, Redirect } from './answers.ts';
import { audit, recordedEntries } from './audit.ts';
import { authorize, type DbOf, findOrganizationKey } from './authorize.ts';
import { type SessionCookie, sessionCookie } from './cookie.ts';
import { replyCheck } from './check-reply.ts';
import { compressedReply } from './compressed-reply.ts';
import { onceMoreAfterDeadlock } from './deadlock.ts';
import type { Kernel } from './kernel.ts';
import { organizationIdOf } from './named-organization.ts';
import { type Parsed, parseRequest } from './parse-request.ts';
import { Refusal } from './refusal.ts';
import type { Actor } from './actor.ts';
import { act, findActor, noteSeen, type SessionKey, sessionKeyOf } from './session.ts';
import { turnsOfStrangers } from './strangers.ts';
import {
  afterCommit,
  asOpen,
  inTenant,
  lookUpIn,
  type OpenDb,
  type OrganizationDb,
  type Origin,
  type TenantDb,
} from './tenant.ts';

type SignedIn = Exclude<Access, { kind: 'open' }>;

type Call<A extends SignedIn, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Parsed<P, Q, B> & {
  readonly db: DbOf<A>;
  readonly actor: Actor;
};

/** For operations that wait for something slow: several short transactions, each one authorized anew. */
type SteppedCall<A extends SignedIn, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Parsed<
  P,
  Q,
  B
> & {
  readonly enter: Enter<A>;
};
/** Work that lost a deadlock is done again: it leaves nothing behind but what it wrote. */
export type Enter<A extends SignedIn> = <Result>(
  work: (db: DbOf<A>, actor: Actor) => Promise<Result>,
) => Promise<Result>;

/** For calls that need nobody to be signed in: transactions in a tenant that a secret names, or in the platform's. */
export type Door = {
  /** Work that lost a deadlock is done again: it leaves nothing behind but what it wrote. */
  readonly enter: <Result>(tenantId: number, work: (db: OpenDb) => Promise<Result>) => Promise<Result>;
  readonly origin: Origin;
};
type OpenCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Parsed<P, Q, B> & {
  readonly door: Door;
};

type Options = {
  /** A write that records nothing must say why; every other write without an entry is a defect and fails. */
  readonly unaudited?: string;
};

/**
 * Mounts one endpoint: find the session → authorize, in the tenant's transaction → parse → handle → check the reply. With
 * its two siblings below the only way to add a route, so none can forget who may call it.
 */
export function route<
  A extends SignedIn,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  kernel: Kernel,
  endpoint: Endpoint<A, P, Q, B, R>,
  handle: (call: Call<A, P, Q, B>) => Promise<z.input<R>>,
  options: Options = {},
): void {
  rememberOptions(endpoint, options);
  mount(kernel, endpoint, (request, cookie, origin) => {
    let parsed: Parsed<P, Q, B> | undefined;
    return authorized(kernel, exchangeOf({ endpoint, request, cookie, origin }), async (db, actor) => {
      parsed ??= parseRequest(endpoint, request, { origin, cookie });
      const reply = await handle({ ...parsed, db, actor });
      mustBeAudited(endpoint, recordedEntries(db));
      return reply;
    });
  });
}

/** Like `route`, for operations that hash, call other servers or stream: no transaction is held meanwhile. */
export function steppedRoute<
  A extends SignedIn,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  kernel: Kernel,
  endpoint: Endpoint<A, P, Q, B, R>,
  handle: (call: SteppedCall<A, P, Q, B>) => Promise<z.input<R>>,
  options: Options = {},
): void {
  rememberOptions(endpoint, options);
  mount(kernel, endpoint, async (request, cookie, origin) => {
    const exchange = exchangeOf({ endpoint, request, cookie, origin });
    // Authorized once before anything slow begins, so that a stranger can't make the server work.
    const parsed = await authorized(kernel, exchange, async () => parseRequest(endpoint, request, { origin, cookie }));
    let entries = 0;
    const enter: Enter<A> = (work) =>
      authorized(kernel, exchange, async (db, actor) => {
        const result = await work(db, actor);
        afterCommit(db, () => void (entries += recordedEntries(db)));
        return result;
      });
    const reply = await handle({ ...parsed, enter });
    mustBeAudited(endpoint, entries);
    return reply;
  });
}

/** For calls that need nobody to be signed in. */
export function openRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  kernel: Kernel,
  endpoint: Endpoint<{ kind: 'open' }, P, Q, B, R>,
  handle: (call: OpenCall<P, Q, B>) => Promise<z.input<R>>,
  options: Options = {},
): void {
  rememberOptions(endpoint, options);
  mount(kernel, endpoint, async (request, cookie, origin) => {
    const parsed = parseRequest(endpoint, request, { origin, cookie });
    let entries = 0;
    const enter: Door['enter'] = (tenantId, work) =>
      doorOf(kernel, origin).enter(tenantId, async (db) => {
        const result = await work(db);
        afterCommit(db, () => void (entries += recordedEntries(db)));
        return result;
      });
    const reply = await handle({ ...parsed, door: { origin, enter } });
    mustBeAudited(endpoint, entries);
    return reply;
  });
}

/**
 * For an open call that learns its organization from a secret it brought (the state of a workspace sign-in): the person
 * behind the session and their right to the organization are checked like on any route, and the check is logged like there.
 */
export function enterOrganization<Result>(
  kernel: Kernel,
  entry: {
    readonly session: SessionKey | undefined;
    readonly origin: Origin;
    readonly organizationId: number;
    readonly roles: readonly Role[];
    /** The call, as the audit log names a refused one. */
    readonly what: string;
  },
  work: (db: OrganizationDb, actor: Actor) => Promise<Result>,
): Promise<Result> {
  const access = { kind: 'organization', roles: entry.roles, from: 'session' } as const;
  const { session, origin, what, organizationId } = entry;
  return authorized(kernel, { access, session, origin, what, reads: false, organizationId }, work);
}

export function doorOf({ database }: Pick<Kernel, 'database'>, origin: Origin): Door {
  const inTurn = turnsOfStrangers(database);
  return {
    origin,
    enter: (tenantId, work) =>
      inTurn(() => onceMoreAfterDeadlock(() => inTenant(database, { tenantId, origin }, (db) => work(asOpen(db))))),
  };
}

type Answer = (request: FastifyRequest, cookie: SessionCookie, origin: Origin) => Promise<unknown>;

function mount(kernel: Kernel, endpoint: Endpoint, answer: Answer): void {
  const { app, endpoints } = kernel;
  const checked = replyCheck(`${endpoint.method} ${endpoint.path}`, endpoint.reply);
  endpoints.push(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // Else HEAD would do all of it for nobody: a file that nobody reads keeps its place among the few that leave.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const result = await answer(request, sessionCookie(kernel, request, reply), originOf(request));
      if (result instanceof Download) {
        return download(result, reply);
      }
      if (result instanceof Redirect) {
        // The popup must keep its opener on the way to its own page (security rule 18).
        return reply.header('cross-origin-opener-policy', 'unsafe-none').redirect(result.location, 303);
      }
      // Whoever waits for the connection that this call gave back asks before this reply is computed: PostgreSQL works meanwhile.
      await endOfTurn();
      const answered = checked(result);
      return endpoint.compresses === true ? compressedReply(answered, request, reply) : answered;
    },
  });
}

function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '', requestId: request.id };
}

type Exchange<A extends SignedIn> = {
  readonly access: A;
  readonly session: SessionKey | undefined;
  readonly origin: Origin;
  /** The call, as the audit log names it. */
  readonly what: string;
  readonly reads: boolean;
  readonly organizationId: ReturnType<typeof organizationIdOf>;
};

function exchangeOf<A extends SignedIn>({
  endpoint,
  request,
  cookie,
  origin,
}: {
  readonly endpoint: Pick<Endpoint<A>, 'access' | 'method'>;
  readonly request: FastifyRequest;
  readonly cookie: SessionCookie;
  readonly origin: Origin;
}): Exchange<A> {
  return {
    access: endpoint.access,
    session: sessionKeyOf(cookie.value),
    origin,
    what: `${endpoint.method} ${request.url.split('?', 1)[0] ?? ''}`,
    reads: endpoint.method === 'GET',
    organizationId: organizationIdOf(endpoint.access, request),
  };
}

/** What lost a deadlock is authorized anew as well: the one that won may have taken the right, or the session. */
function authorized<A extends SignedIn, Result>(
  kernel: Kernel,
  exchange: Exchange<A>,
  work: (db: DbOf<A>, actor: Actor) => Promise<Result>,
): Promise<Result> {
  return onceMoreAfterDeadlock(() => authorizedOnce(kernel, exchange, work));
}

async function authorizedOnce<A extends SignedIn, Result>(
  kernel: Kernel,
  { access, session, origin, what, reads, organizationId }: Exchange<A>,
  work: (db: DbOf<A>, actor: Actor) => Promise<Result>,
): Promise<Result> {
  if (session === undefined) {
    throw new Refusal('session.missing');
  }
  const { tenantId, hash } = session;
  const { clock, database, settings } = kernel;
  const now = clock.now();
  const [actor, organization] = await lookUpIn(database, tenantId, (db) =>
    Promise.all([
      findActor(db, hash, now, settings.session),
      typeof organizationId === 'number' ? findOrganizationKey(db, organizationId) : undefined,
    ]),
  );
  if (actor === undefined) {
    throw new Refusal('session.missing');
  }
  try {
    return await inTenant(database, { tenantId, origin, reads }, async (db) => {
      act(db, actor);
      if (organizationId === 'none') {
        throw new Refusal('organization.not_found');
      }
      const handle = await authorize(db, actor, access, organization ?? organizationId);
      const result = await work(handle as DbOf<A>, actor);
      await noteSeen(db, actor, now);
      return result;
    });
  } catch (error) {
    if (error instanceof Refusal && isRefusedAccess(error)) {
      await recordRefusal(kernel, actor, { what, origin });
    }
    throw error;
  }
}

/**
 * Every 403, and the 404 of a foreign organization. To be asked for the password once more is no refusal: the answer to it is
 * recorded.
 */
function isRefusedAccess({ code, status }: Refusal): boolean {
  return code === 'organization.not_found' || (status === 403 && code !== 'access.step_up_needed');
}

/** Refused access is written to the log of the person's own tenant: the transaction it happened in is gone. */
async function recordRefusal(
  { database }: Kernel,
  actor: Actor,
  { what, origin }: { readonly what: string; readonly origin: Origin },
): Promise<void> {
  await inTenant(database, { tenantId: actor.tenantId, origin }, async (db: TenantDb) => {
    audit(db, {
      category: 'Authentication',
      log: `Access refused: ${what}`,
      organizationId: actor.orgId,
      result: 'refused',
      by: { userId: actor.userId, name: actor.name },
    });
  });
}

const reasons = new WeakMap<object, string>();

function rememberOptions(endpoint: object, { unaudited }: Options): void {
  if (unaudited !== undefined) {
    reasons.set(endpoint, unaudited);
  }
}

/** Why a write may answer without an entry in the audit log; undefined: it may not. */
export function unauditedReason(endpoint: object): string | undefined {
  return reasons.get(endpoint);
}

/** A write that recorded nothing, in any of its transactions, is a defect: the product's tests meet it as a 500. */
function mustBeAudited(endpoint: Pick<Endpoint, 'method' | 'path'>, entries: number): void {
  if (endpoint.method !== 'GET' && entries === 0 && unauditedReason(endpoint) === undefined) {
    throw new Error(`${endpoint.method} ${endpoint.path} wrote no audit entry.`);
  }
}
