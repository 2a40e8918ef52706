import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Enter } from '../../kernel/route.ts';
import { seal } from '../../kernel/sealed.ts';
import type { Actor } from '../../kernel/actor.ts';
import { newToken } from '../../kernel/token.ts';
import type { PersonDb } from '../../kernel/tenant.ts';
import { tooMany } from '../../kernel/too-many.ts';
import { notify } from '../auth/notify.ts';
import { holdOwnPerson } from '../auth/queries.ts';
import { beginOwnAttempt, forgiveOwnAttempts } from '../auth/sign-in-throttle.ts';
import { mustBeConfirmed } from '../auth/step-up.ts';
import { findOpenToken, insertToken, spendToken } from '../auth/token-queries.ts';
import { newTotpSeed, openSeed, totpStepOf } from '../auth/totp.ts';
import { ownEntry } from './own-entry.ts';
import { getAccount, saveTotp } from './queries.ts';
import { firstRecoveryCodes } from './recovery.ts';

type TotpKernel = Pick<Kernel, 'app' | 'clock' | 'secrets' | 'settings'>;

const enrolmentMinutes = 15;

/** A fresh seed, kept sealed until its first code proves that an app holds it. */
export async function beginTotp(
  db: PersonDb,
  actor: Actor,
  kernel: TotpKernel,
): Promise<{ readonly secret: string; readonly uri: string }> {
  mustBeConfirmed(actor, kernel);
  if ((await getAccount(db, actor.userId)).hasTotp) {
    throw new Refusal('second_factor.exists');
  }
  const { clock, secrets } = kernel;
  const now = clock.now();
  const seed = newTotpSeed(actor.email);
  await insertToken(db, {
    purpose: 'totp_enrolment',
    userId: actor.userId,
    tokenHash: newToken(db.tenantId).hash,
    payload: { secret: seal(secrets.encryptionKey, seed.secret) },
    now,
    expiresAt: new Date(now.getTime() + enrolmentMinutes * 60_000),
  });
  audit(db, ownEntry(actor, 'Began to set up an authenticator app'));
  return seed;
}

/** The first code: from now on it is asked for at sign-in. @returns recovery codes, when there were none. */
export async function confirmTotp(
  enter: Enter<{ readonly kind: 'person' }>,
  kernel: TotpKernel,
  code: string,
): Promise<string[]> {
  const outcome = await enter((db, actor) => confirm(db, actor, kernel, code));
  if (outcome instanceof Refusal) {
    throw outcome;
  }
  return outcome;
}

/** A refusal is returned, not thrown, where the counted attempt must stay. */
async function confirm(db: PersonDb, actor: Actor, kernel: TotpKernel, code: string): Promise<string[] | Refusal> {
  const { clock } = kernel;
  mustBeConfirmed(actor, kernel);
  await holdOwnPerson(db, actor);
  const own = { what: 'second_factor', tenantId: db.tenantId, userId: actor.userId } as const;
  const waitSeconds = await beginOwnAttempt(db, kernel, own);
  if (waitSeconds > 0) {
    return tooMany('sign_in.throttled', waitSeconds);
  }
  const now = clock.now();
  const enrolment = await findOpenToken(db, { purpose: 'totp_enrolment', userId: actor.userId, now });
  const sealedSecret = enrolment === undefined ? '' : String(enrolment.payload['secret']);
  const step = enrolment === undefined ? undefined : await totpStepOf(openSeed(kernel, sealedSecret), code, now);
  if (enrolment === undefined || step === undefined) {
    audit(db, ownEntry(actor, 'The first code of an authenticator app was wrong', 'failure'));
    return new Refusal('second_factor.failed');
  }
  await forgiveOwnAttempts(db, own);
  await spendToken(db, { purpose: 'totp_enrolment', tokenHash: enrolment.tokenHash, now });
  if (!(await saveTotp(db, actor.userId, { sealedSecret, step }))) {
    return new Refusal('second_factor.exists');
  }
  audit(db, ownEntry(actor, 'Authenticator app set up as a second factor'));
  await notify(
    db,
    kernel,
    { email: actor.email, organizationId: actor.orgId },
    {
      subject: 'An authenticator app was added',
      sentence: 'Signing in to your account now asks for a code of an authenticator app.',
    },
  );
  return firstRecoveryCodes(db, actor.userId);
}
