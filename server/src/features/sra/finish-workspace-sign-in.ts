import { screenRoles } from '@sentrywell/contract/access.ts';
import { errors } from '@sentrywell/contract/errors.ts';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type Door, enterOrganization } from '../../kernel/route.ts';
import type { Actor } from '../../kernel/actor.ts';
import { findSessionId, findSessionKey } from '../../kernel/session.ts';
import { hashToken, tenantOfToken } from '../../kernel/token.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import type { Catalogue } from './catalogue.ts';
import { evaluatePolicies } from './evaluate-policies.ts';
import { type GoogleAccount, type GoogleSignIn, policiesScope, type SignInAnswer } from './google-sign-in.ts';
import { includesTier2 } from './queries.ts';
import { type PolicyApi, readPolicies } from './read-policies.ts';
import type { GooglePolicy } from './policy-shape.ts';
import { reducePolicies } from './reduce-policies.ts';
import { sessionMark } from './session-mark.ts';
import { getOrganization, type TakenSignIn, takeSignIn } from './sign-in-queries.ts';
import { storeAssessment } from './store-assessment.ts';
import { packPolicies } from './stored-policies.ts';

export type FinishParts = {
  readonly kernel: Kernel;
  readonly google: GoogleSignIn;
  readonly policyApi: PolicyApi;
  readonly catalogue: Catalogue;
};

type Callback = {
  readonly door: Door;
  readonly query: Readonly<Record<string, unknown>>;
  /** The session's cookie. */
  readonly cookie: string | undefined;
};

/** The session that began it: its secret may be replaced while Google is asked. */
type SessionId = { readonly tenantId: number; readonly sessionId: number };

type Begun = TakenSignIn & { readonly tenantId: number; readonly state: string; readonly session: SessionId };

/**
 * Ends a workspace sign-in: everything is verified, all settings are read and assessed, and the token is handed back before
 * anything is stored. No transaction is open while Google is asked. @returns where the popup goes.
 */
export async function finishWorkspaceSignIn(parts: FinishParts, callback: Callback): Promise<string> {
  let begun: Begun | undefined;
  try {
    begun = await takeBegun(parts, callback);
    const uuid = await runAssessment(parts, callback, begun);
    return `/oauth-success?uuid=${uuid}`;
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal('server.failed', { cause: error });
    sayToOperator(refusal, parts.kernel, callback.door);
    if (begun !== undefined) {
      await recordFailure(parts, { callback, begun, refusal });
    }
    // Only sentences of known codes travel through the address (security rule 25).
    return `/oauth-error?message=${encodeURIComponent(errors[refusal.code].message)}`;
  }
}

/** What the person at Google cannot mend, or only those who run the server can: Google says why to nobody else. */
function sayToOperator({ code, status, cause, message }: Refusal, { app }: Kernel, { origin }: Door): void {
  if (status >= 500 || code === 'workspace.untrusted_answer') {
    const err = cause ?? new Error(message);
    app.log[code === 'server.failed' ? 'error' : 'warn'](
      { err, code, reqId: origin.requestId },
      'a workspace sign-in failed',
    );
  }
}

async function takeBegun({ kernel }: FinishParts, { door, query, cookie }: Callback): Promise<Begun> {
  const { state } = query;
  const tenantId = typeof state === 'string' ? tenantOfToken(state) : undefined;
  if (typeof state !== 'string' || tenantId === undefined || cookie === undefined) {
    throw new Refusal('workspace.state_invalid');
  }
  const session = await sessionOf(door, cookie);
  if (session === undefined) {
    throw new Refusal('workspace.state_invalid');
  }
  const sought = { stateHash: hashToken(state), sessionMark: sessionMark(session), now: kernel.clock.now() };
  const taken = await door.enter(tenantId, (db) => takeSignIn(db, sought));
  if (taken === undefined) {
    throw new Refusal('workspace.state_invalid');
  }
  return { ...taken, tenantId, state, session };
}

/** A session that is over is found as well: that it is over is said where the person's rights are asked for. */
async function sessionOf(door: Door, cookie: string): Promise<SessionId | undefined> {
  const tenantId = tenantOfToken(cookie);
  const sessionId = tenantId === undefined ? undefined : await door.enter(tenantId, (db) => findSessionId(db, cookie));
  return tenantId === undefined || sessionId === undefined ? undefined : { tenantId, sessionId };
}

function answerOf({ error, code, iss }: Callback['query']): SignInAnswer {
  switch (error) {
    case undefined:
      break;
    case 'access_denied':
      throw new Refusal('workspace.cancelled');
    case 'admin_policy_enforced':
      throw new Refusal('workspace.blocked_by_admin');
    default:
      throw new Refusal('workspace.failed');
  }
  if (typeof code !== 'string' || !/^[\x21-\x7e]{1,2000}$/.test(code)) {
    throw new Refusal('workspace.failed');
  }
  return { code, ...(typeof iss === 'string' ? { iss } : {}) };
}

async function runAssessment(parts: FinishParts, callback: Callback, begun: Begun): Promise<string> {
  const { kernel, catalogue } = parts;
  const withTier2 = await enterAgain(parts, { callback, begun }, (db) => includesTier2(db));
  const { email, policies } = await readWorkspace(parts, begun, answerOf(callback.query));
  const now = kernel.clock.now();
  const assessed = evaluatePolicies(reducePolicies(policies, { catalogue }), {
    catalogue,
    tier: withTier2 ? 2 : 1,
    now,
  });
  const packed = await packPolicies(assessed);
  // Minutes may have passed: the right to do this is asked for again, where it counts.
  return enterAgain(parts, { callback, begun }, (db, actor) =>
    storeAssessment(db, actor, {
      policies: assessed,
      packed,
      account: email,
      catalogue,
      includesTier2: withTier2,
      now,
    }),
  );
}

type Reading = { readonly email: string; readonly policies: readonly GooglePolicy[] };

/** Whatever comes of the reading, the token goes back to Google. */
async function readWorkspace(
  { google, policyApi, kernel }: FinishParts,
  begun: Begun,
  answer: SignInAnswer,
): Promise<Reading> {
  const account = await google.redeem(begun, answer);
  try {
    accountMustBe(account, begun.expectedDomain);
    const policies = await readPolicies(policyApi, account.token);
    if (policies.length === 0) {
      throw new Refusal('workspace.no_policies');
    }
    return { email: account.email, policies };
  } finally {
    if (!(await google.revoke(account.token))) {
      kernel.app.log.warn('a Google token could not be revoked; it ends by itself within the hour');
    }
  }
}

/** Security rule 22: no fallback to the domain of the e-mail address. */
function accountMustBe({ hostedDomain, emailVerified, scopes }: GoogleAccount, expectedDomain: string): void {
  if (hostedDomain === undefined) {
    throw new Refusal('workspace.personal_account');
  }
  if (hostedDomain !== expectedDomain) {
    throw new Refusal('workspace.wrong_account_domain');
  }
  if (!emailVerified) {
    throw new Refusal('workspace.unverified_email');
  }
  if (!scopes.includes(policiesScope)) {
    throw new Refusal('workspace.scope_missing');
  }
}

/** The same person in the same session, with the right to assess, in an organization whose domain is still the one signed in to. */
async function enterAgain<Result>(
  { kernel }: FinishParts,
  { callback, begun }: { readonly callback: Callback; readonly begun: Begun },
  work: (db: OrganizationDb, actor: Actor) => Promise<Result>,
): Promise<Result> {
  const { door } = callback;
  const { tenantId, sessionId } = begun.session;
  const entry = {
    session: await door.enter(tenantId, (db) => findSessionKey(db, sessionId, begun.userId)),
    origin: door.origin,
    organizationId: begun.organizationId,
    roles: screenRoles.orgSra,
    what: 'GET /api/auth/google/callback',
  };
  return enterOrganization(kernel, entry, async (db, actor) => {
    const { domainName } = await getOrganization(db);
    if (actor.userId !== begun.userId || domainName.toLowerCase() !== begun.expectedDomain) {
      throw new Refusal('workspace.state_invalid');
    }
    return work(db, actor);
  });
}

async function recordFailure(
  { kernel }: FinishParts,
  { callback, begun, refusal }: { readonly callback: Callback; readonly begun: Begun; readonly refusal: Refusal },
): Promise<void> {
  try {
    await callback.door.enter(begun.tenantId, async (db) => {
      audit(db, {
        category: 'Assessments',
        organizationId: begun.organizationId,
        log: `Signing in to the Google Workspace of ${begun.expectedDomain} failed: ${errors[refusal.code].message}`,
        result: refusal.status < 500 ? 'refused' : 'failure',
        by: { userId: begun.userId, name: begun.userName },
      });
    });
  } catch (error) {
    // The popup must still get its answer, and nothing was changed that an entry would be owed for.
    kernel.app.log.error({ err: error }, 'the failure of a workspace sign-in could not be recorded');
  }
}
