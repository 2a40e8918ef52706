import { type Access, type Endpoint, pathOf } from '@sentrywell/contract/endpoint.ts';
import { type ErrorCode, isErrorCode } from '@sentrywell/contract/errors.ts';
import type { z } from 'zod';

/** Where the API is; the same origin unless the build says otherwise. */
const apiHost = String(import.meta.env['VITE_API_HOST'] ?? '');

/** Why a call failed. `status` 0: no answer came, and `code` is then 'network.failed'. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly code: ErrorCode | 'network.failed';
  readonly status: number;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  readonly retryAfterSeconds: number | undefined;
  /** False: the answer named no reason, and `message` is a sentence that fits any failure. */
  readonly saysWhy: boolean;

  constructor(failure: {
    readonly code: ErrorCode | 'network.failed';
    readonly status: number;
    readonly message: string;
    readonly issues?: CallFailed['issues'];
    readonly retryAfterSeconds?: number | undefined;
    readonly saysWhy?: boolean;
  }) {
    super(failure.message);
    this.code = failure.code;
    this.status = failure.status;
    this.issues = failure.issues ?? [];
    this.retryAfterSeconds = failure.retryAfterSeconds;
    this.saysWhy = failure.saysWhy ?? true;
  }
}

export type CallInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  readonly params?: z.input<P>;
  readonly query?: z.input<Q>;
  readonly body?: z.input<B>;
};

type AnyInput = { readonly params?: unknown; readonly query?: unknown };

function pairsOf(record: unknown): [string, string][] {
  return typeof record === 'object' && record !== null
    ? Object.entries(record).flatMap(([key, value]): [string, string][] =>
        value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
      )
    : [];
}

/** The address of a call: for a link to a file, and the key under which its answer is kept. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, { params, query }: AnyInput = {}): string {
  const pathname = pathOf(endpoint, Object.fromEntries(pairsOf(params)));
  const search = new URLSearchParams(pairsOf(query)).toString();
  return `${apiHost}${pathname}${search === '' ? '' : `?${search}`}`;
}

type Listener = () => void;
let signedOut: Listener | undefined;
let rightsRefused: Listener | undefined;

/** Told when a call says that nobody is signed in any more (specification §7: a 401 on any call leads to /login). */
export function onSignedOut(listener: Listener): void {
  signedOut = listener;
}

/**
 * Told when a call is refused for what the person is: their role may have changed since the page was opened, or somebody began to
 * require a second factor.
 */
export function onRightsRefused(listener: Listener): void {
  rightsRefused = listener;
}

/** Calls whose 401 is an answer and not the end of a session (ruling R6); a person's name is asked for together with the first. */
const answers401 = new Set(['/api/auth/me', '/api/auth/login', '/api/auth/user/:userId/details']);

/** Calls that put another session in the place of one's own: what another call brought along just then is refused. */
const replacesSession = new Set(['/api/auth/step-up', '/api/auth/password/change', '/api/auth/account/email']);
let sessionsReplaced = 0;

/** What is under way, and its path. */
const underWay = new Map<Promise<unknown>, string>();

/** Waits until no call is under way. */
export async function allAnswered(): Promise<void> {
  while (underWay.size > 0) {
    await Promise.allSettled(underWay.keys());
  }
}

/**
 * The only place in the browser that touches the network.
 * @throws CallFailed
 */
export async function call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<Access, P, Q, B, R>,
  input: CallInput<P, Q, B> = {},
): Promise<z.output<R>> {
  const asked = ask(endpoint, input);
  underWay.set(asked, endpoint.path);
  try {
    return await asked;
  } finally {
    underWay.delete(asked);
  }
}

async function ask<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<Access, P, Q, B, R>,
  input: CallInput<P, Q, B>,
): Promise<z.output<R>> {
  const replacedBefore = sessionsReplaced;
  const response = await send(endpoint, input);
  if (!response.ok) {
    const failure = await failureOf(response);
    if (failure.code === 'session.missing' && (await countReplaced(endpoint)) > replacedBefore) {
      return ask(endpoint, input);
    }
    tellListeners(failure, endpoint);
    throw failure;
  }
  if (replacesSession.has(endpoint.path)) {
    sessionsReplaced += 1;
  }
  try {
    // The server has parsed its reply against the same shape before it sent it.
    return (await response.json()) as z.output<R>;
  } catch {
    // It broke off, or a network that wants to be logged in to answered in the server's place.
    throw unreachable();
  }
}

function tellListeners({ code }: CallFailed, { path }: Endpoint): void {
  if (code === 'session.missing' && !answers401.has(path)) {
    signedOut?.();
  }
  if (code === 'access.denied' || code === 'access.second_factor_needed') {
    rightsRefused?.();
  }
}

/** How often the session was replaced, counting what is about to: the refusal may overtake the answer that brings the new one. */
async function countReplaced({ path }: Endpoint): Promise<number> {
  if (!replacesSession.has(path)) {
    await Promise.allSettled([...underWay].filter(([, other]) => replacesSession.has(other)).map(([asked]) => asked));
  }
  return sessionsReplaced;
}

function unreachable(): CallFailed {
  return new CallFailed({
    code: 'network.failed',
    status: 0,
    message: 'The server could not be reached. Check your connection and try again.',
  });
}

/** How far the clock of the server is ahead of this computer's, by the server's last answer. */
let serverAhead = 0;

/** What time it is for the server, to the second; in milliseconds, as `Date.now()` counts. */
export function serverNow(): number {
  return Date.now() + serverAhead;
}

function noteTime({ headers }: Response): void {
  const answeredAt = Date.parse(headers.get('date') ?? '');
  if (Number.isFinite(answeredAt)) {
    serverAhead = answeredAt - Date.now();
  }
}

async function send(endpoint: Endpoint, input: AnyInput & { readonly body?: unknown }): Promise<Response> {
  try {
    const response = await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    noteTime(response);
    return response;
  } catch {
    throw unreachable();
  }
}

async function failureOf(response: Response): Promise<CallFailed> {
  const body: unknown = await response.json().catch(() => undefined);
  const fields = typeof body === 'object' && body !== null ? (body as Partial<Record<string, unknown>>) : {};
  const code = isErrorCode(fields['code']) ? fields['code'] : 'server.failed';
  const said = typeof fields['message'] === 'string' ? fields['message'] : '';
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new CallFailed({
    code,
    status: response.status,
    message: said === '' ? 'Something went wrong on our side. Please try again.' : said,
    saysWhy: said !== '',
    issues: Array.isArray(fields['issues']) ? (fields['issues'] as CallFailed['issues']) : [],
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}
