import { setTimeout as wait } from 'node:timers/promises';
import type { ErrorCode } from '@sentrywell/contract/errors.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type Deadline, deadlineIn, type Pace } from './google-pace.ts';
import { refusalOf } from './policy-refusal.ts';
import { type GooglePolicy, maximumBytes, type PageFailure, parsePolicyPage } from './policy-shape.ts';
import { readAnswer } from './read-answer.ts';

export type PolicyApi = {
  readonly apiRoot: string;
  readonly timeoutMs: number;
  readonly minimumIntervalMs: number;
  readonly pace: Pace;
  /** Reading one workspace, waiting included, may not take longer: a person looks at the popup meanwhile. */
  readonly longestMs: number;
};

const pageSize = 100;
const maximumPages = 100;
const maximumTotalBytes = 4 * maximumBytes;
const tries = { limited: 6, failing: 4, unreached: 2 } as const;

type Outcome =
  | { readonly kind: 'body'; readonly body: string }
  | { readonly kind: 'limited' | 'failing' | 'unreached'; readonly code: ErrorCode; readonly waitMs?: number };

/**
 * Reads every page of the Policy API with a person's token. Whatever goes wrong on any page fails the whole reading: what
 * was read of it until then is dropped, so that a part never passes for the whole (security rule 23).
 * @throws Refusal `workspace.*`
 */
export async function readPolicies(api: PolicyApi, token: string): Promise<readonly GooglePolicy[]> {
  const deadline = deadlineIn(api.longestMs);
  // A policy that moves from one page to the next while they are read comes twice, and counts once.
  const policies = new Map<string, GooglePolicy>();
  const seen = new Set<string>();
  let bytes = 0;
  let pageToken: string | undefined;
  for (let page = 0; page < maximumPages; page += 1) {
    const body = await readPage(api, { token, pageToken, page, deadline });
    bytes += Buffer.byteLength(body);
    if (bytes > maximumTotalBytes) {
      throw new Refusal('workspace.too_large');
    }
    const result = parsePolicyPage(body);
    if ('failure' in result) {
      throw new Refusal(codeOfFailure(result.failure));
    }
    for (const policy of result.page.policies) {
      policies.set(JSON.stringify([policy.name, policy.type, policy.orgUnit, policy.group]), policy);
    }
    // An empty page may carry a token all the same: only its absence is the end.
    pageToken = result.page.nextPageToken;
    if (pageToken === undefined) {
      return [...policies.values()];
    }
    if (seen.has(pageToken)) {
      throw new Refusal('workspace.unreadable');
    }
    seen.add(pageToken);
  }
  throw new Refusal('workspace.too_large');
}

function codeOfFailure(failure: PageFailure): ErrorCode {
  return failure === 'too-large' ? 'workspace.too_large' : 'workspace.unreadable';
}

type PageRequest = {
  readonly token: string;
  readonly pageToken: string | undefined;
  /** How many pages were read before this one. */
  readonly page: number;
  readonly deadline: Deadline;
};

async function readPage(api: PolicyApi, request: PageRequest): Promise<string> {
  const failures = { limited: 0, failing: 0, unreached: 0 };
  for (;;) {
    await turn(api, request);
    const outcome = await askGoogle(api, request);
    if (outcome.kind === 'body') {
      return outcome.body;
    }
    failures[outcome.kind] += 1;
    if (failures[outcome.kind] >= tries[outcome.kind]) {
      throw new Refusal(outcome.code);
    }
    await backOff(api, request.deadline, { outcome, failures: failures[outcome.kind] });
  }
}

/** @throws Refusal `workspace.too_large` where it is this workspace's own pages that fill the time, and nobody else's readings. */
async function turn(api: PolicyApi, { page, deadline }: PageRequest): Promise<void> {
  try {
    await api.pace.turn(deadline);
  } catch (error) {
    const isOwnDoing = error instanceof Refusal && page * api.minimumIntervalMs > api.longestMs / 2;
    throw isOwnDoing ? new Refusal('workspace.too_large') : error;
  }
}

/** Twice the interval, then double each time, and a tenth more or less so that servers don't come back together. */
async function backOff(
  api: PolicyApi,
  deadline: Deadline,
  { outcome, failures }: { readonly outcome: Exclude<Outcome, { kind: 'body' }>; readonly failures: number },
): Promise<void> {
  const doubled = api.minimumIntervalMs * 2 ** failures;
  const waitMs = outcome.waitMs ?? doubled * (0.9 + Math.random() * 0.2);
  if (performance.now() + waitMs > deadline.at) {
    throw new Refusal(outcome.code);
  }
  if (outcome.kind === 'limited') {
    // The limit is everybody's: the queue itself rests, and this call takes its turn in it again.
    await api.pace.pause(waitMs);
  } else {
    await wait(waitMs);
  }
}

async function askGoogle(api: PolicyApi, request: PageRequest): Promise<Outcome> {
  const address = new URL('/v1/policies', api.apiRoot);
  address.searchParams.set('pageSize', String(pageSize));
  if (request.pageToken !== undefined) {
    address.searchParams.set('pageToken', request.pageToken);
  }
  const leftMs = Math.ceil(request.deadline.at - performance.now());
  const limitMs = Math.max(1, Math.min(api.timeoutMs, leftMs));
  const signal = AbortSignal.timeout(limitMs);
  try {
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${request.token}`, accept: 'application/json' },
      redirect: 'error',
      signal,
    });
    const body = await readAnswer(response);
    return response.ok ? { kind: 'body', body } : explain(response, body, request.page === 0);
  } catch (error) {
    if (error instanceof Refusal) {
      throw error;
    }
    return { kind: 'unreached', code: signal.aborted ? 'workspace.too_slow' : 'workspace.unreachable' };
  }
}

function explain(response: Response, body: string, isFirst: boolean): Outcome {
  const { status } = response;
  const asked = waitAskedFor(response.headers);
  if (status >= 500) {
    return { kind: 'failing', code: 'workspace.unreachable', ...asked };
  }
  const refusal = refusalOf(status, body, isFirst);
  if (refusal.code !== 'workspace.quota') {
    throw refusal;
  }
  return { kind: 'limited', code: refusal.code, ...asked };
}

/** Retry-After in seconds or as a date (RFC 9110 §10.2.3), which counts from the other side's own clock where it tells it. */
function waitAskedFor(headers: Headers): { readonly waitMs?: number } {
  const text = headers.get('retry-after') ?? '';
  const answeredAt = Date.parse(headers.get('date') ?? '');
  const from = Number.isFinite(answeredAt) ? answeredAt : Date.now();
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - from;
  return waitMs > 0 ? { waitMs } : {};
}
