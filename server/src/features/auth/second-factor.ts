import type { SecondFactorMethod } from '@sentrywell/contract/auth.ts';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Door } from '../../kernel/route.ts';
import { endSession, findHalfOpenSession, type HalfOpenSession } from '../../kernel/session.ts';
import { tenantOfToken } from '../../kernel/token.ts';
import type { OpenDb } from '../../kernel/tenant.ts';
import { tooMany } from '../../kernel/too-many.ts';
import { completeSignIn, failedSignInEntry, type Opened } from './complete-sign-in.ts';
import { secondFactorsOf } from './login.ts';
import { notify } from './notify.ts';
import { type AssertionInput, beginPasskeyCeremony, checkPasskey } from './passkeys.ts';
import { type Credentials, findCredentials, lockCredentials, spendRecoveryCode } from './queries.ts';
import { hashRecoveryCode, usedCodeSentence } from './recovery-codes.ts';
import { beginCode } from './sign-in-throttle.ts';
import { checkTotp } from './totp.ts';

export type FactorKernel = Pick<Kernel, 'app' | 'settings' | 'secrets' | 'clock'>;

/** The person whose password was right, in their own tenant, with the cookie that says so. */
type HalfWay = {
  readonly token: string;
  readonly session: HalfOpenSession;
  readonly credentials: Credentials;
};

type Cookie = { readonly token: string | undefined; readonly read?: typeof lockCredentials };

/** Enters the tenant of the half-open session that the cookie holds. */
async function halfWay<Result>(
  door: Door,
  { clock }: Pick<Kernel, 'clock'>,
  { token, read = findCredentials }: Cookie,
  work: (db: OpenDb, who: HalfWay) => Promise<Result>,
): Promise<Result> {
  const tenantId = token === undefined ? undefined : tenantOfToken(token);
  if (token === undefined || tenantId === undefined) {
    throw new Refusal('second_factor.session_over');
  }
  return door.enter(tenantId, async (db) => {
    const session = await findHalfOpenSession(db, token, clock.now());
    const credentials = session === undefined ? undefined : await read(db, session.userId);
    if (session === undefined || credentials === undefined) {
      throw new Refusal('second_factor.session_over');
    }
    return work(db, { token, session, credentials });
  });
}

/** Which second factors the person has; for a page that was loaded anew. */
export function findPending(
  door: Door,
  kernel: Pick<Kernel, 'clock'>,
  token: string | undefined,
): Promise<SecondFactorMethod[]> {
  return halfWay(door, kernel, { token }, async (_db, { credentials }) => secondFactorsOf(credentials));
}

/** undefined: it is not the person's. A refusal: it was not looked at. */
type Verdict<Extra extends object> = { readonly by: string; readonly extra: Extra } | Refusal | undefined;
type Check<Extra extends object> = (db: OpenDb, who: HalfWay) => Promise<Verdict<Extra>>;

/** Counts the attempt first: codes can be guessed. */
function counting<Extra extends object>(door: Door, kernel: FactorKernel, check: Check<Extra>): Check<Extra> {
  return async (db, who) => {
    const { userId, email } = who.credentials;
    const { waitSeconds, forgive } = await beginCode(db, kernel, { userId, email, address: door.origin.address });
    if (waitSeconds > 0) {
      return tooMany('sign_in.throttled', waitSeconds);
    }
    const verdict = await check(db, who);
    if (verdict !== undefined) {
      await forgive();
    }
    return verdict;
  };
}

/**
 * Checks the factor and opens the session under a new secret. What failed is committed as well: the counted attempt, the used
 * challenge, the audit entry.
 */
async function complete<Extra extends object>(
  door: Door,
  kernel: FactorKernel,
  token: string | undefined,
  check: Check<Extra>,
): Promise<Opened & Extra> {
  const outcome = await halfWay(door, kernel, { token, read: lockCredentials }, async (db, who) => {
    const { credentials, session } = who;
    const verdict = await check(db, who);
    if (verdict === undefined) {
      audit(db, failedSignInEntry(credentials, 'Second factor refused'));
      return new Refusal('second_factor.failed');
    }
    if (verdict instanceof Refusal) {
      return verdict;
    }
    const ending = { now: kernel.clock.now(), limits: kernel.settings.session };
    if ((await endSession(db, who.token, ending)) === undefined) {
      // A new password has ended it while the second factor was on its way.
      throw new Refusal('second_factor.session_over');
    }
    const { address } = door.origin;
    const opened = await completeSignIn(db, kernel, {
      credentials,
      remembered: session.remembered,
      address,
      by: verdict.by,
    });
    return { ...opened, ...verdict.extra };
  });
  if (outcome instanceof Refusal) {
    throw outcome;
  }
  return outcome;
}

export function signInByTotp(
  door: Door,
  kernel: FactorKernel,
  token: string | undefined,
  code: string,
): Promise<Opened> {
  const check: Check<object> = async (db, { credentials }) =>
    (await checkTotp(db, kernel, credentials, code))
      ? { by: 'second factor: authenticator app', extra: {} }
      : undefined;
  return complete(door, kernel, token, counting(door, kernel, check));
}

export function signInByRecoveryCode(
  door: Door,
  kernel: FactorKernel,
  token: string | undefined,
  code: string,
): Promise<Opened & { recoveryCodesLeft: number }> {
  const check: Check<{ recoveryCodesLeft: number }> = async (db, { credentials }) => {
    const { userId } = credentials;
    const left = await spendRecoveryCode(db, { userId, codeHash: hashRecoveryCode(code), now: kernel.clock.now() });
    if (left === undefined) {
      return undefined;
    }
    await notify(db, kernel, credentials, {
      subject: 'A recovery code was used',
      sentence: usedCodeSentence(left),
    });
    return { by: 'second factor: recovery code', extra: { recoveryCodesLeft: left } };
  };
  return complete(door, kernel, token, counting(door, kernel, check));
}

export function beginPasskeySignIn(
  door: Door,
  kernel: FactorKernel,
  token: string | undefined,
): Promise<Record<string, unknown>> {
  return halfWay(door, kernel, { token }, (db, { credentials }) =>
    beginPasskeyCeremony(db, kernel, credentials.userId),
  );
}

/** Nothing here can be guessed, so nobody waits: the passkey opens for its owner also while a stranger guesses codes. */
export function signInByPasskey(
  door: Door,
  kernel: FactorKernel,
  token: string | undefined,
  assertion: AssertionInput,
): Promise<Opened> {
  return complete(door, kernel, token, async (db, { credentials }) =>
    (await checkPasskey(db, kernel, credentials.userId, assertion))
      ? { by: 'second factor: passkey', extra: {} }
      : undefined,
  );
}
