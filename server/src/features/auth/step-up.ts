import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { verifyPassword } from '../../kernel/passwords.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Enter } from '../../kernel/route.ts';
import type { Actor } from '../../kernel/actor.ts';
import { rotateSession } from '../../kernel/session.ts';
import { tooMany } from '../../kernel/too-many.ts';
import { type Credentials, findCredentials } from './queries.ts';
import { beginOwnAttempt, forgiveOwnAttempts } from './sign-in-throttle.ts';

type PersonEnter = Enter<{ readonly kind: 'person' }>;
type StepUpKernel = Pick<Kernel, 'settings' | 'secrets' | 'clock'>;

const stepUpMinutes = 10;

/** Until when the person counts as having just given their password. */
export function confirmedUntil({ confirmedAt }: Pick<Actor, 'confirmedAt'>): Date {
  return new Date(Date.parse(confirmedAt) + stepUpMinutes * 60_000);
}

/** @throws Refusal when the password was given too long ago for something that sensitive. */
export function mustBeConfirmed(actor: Actor, { clock }: Pick<Kernel, 'clock'>): void {
  if (confirmedUntil(actor) <= clock.now()) {
    throw new Refusal('access.step_up_needed');
  }
}

/** Checks the own password of somebody who is signed in. @throws Refusal when it is wrong or was wrong too often. */
export async function mustBeOwnPassword(
  enter: PersonEnter,
  kernel: StepUpKernel,
  password: string,
): Promise<{
  readonly credentials: Credentials;
  readonly own: { what: 'password'; tenantId: number; userId: number };
}> {
  const { waitSeconds, credentials, own } = await enter(async (db, actor) => {
    const who = { what: 'password', tenantId: db.tenantId, userId: actor.userId } as const;
    const waitFor = await beginOwnAttempt(db, kernel, who);
    return { waitSeconds: waitFor, credentials: await findCredentials(db, actor.userId), own: who };
  });
  if (waitSeconds > 0) {
    throw tooMany('sign_in.throttled', waitSeconds);
  }
  if (credentials === undefined || !(await verifyPassword(kernel.secrets, credentials.passwordHash, password))) {
    await enter(async (db, actor) => {
      audit(db, {
        category: 'Authentication',
        log: 'Password confirmation failed',
        organizationId: actor.orgId,
        target: { type: 'user', id: actor.userId },
        result: 'failure',
      });
    });
    throw new Refusal('password.wrong');
  }
  return { credentials, own };
}

/** The password once more, for what is sensitive. @returns the cookie's new value: a session rotates at step-up. */
export async function stepUp(
  enter: PersonEnter,
  kernel: StepUpKernel,
  password: string,
): Promise<{ readonly token: string; readonly remembered: boolean; readonly confirmedUntil: Date }> {
  const { own } = await mustBeOwnPassword(enter, kernel, password);
  return enter(async (db, actor) => {
    const now = kernel.clock.now();
    await forgiveOwnAttempts(db, own);
    const { token, remembered } = await rotateSession(db, actor, now);
    audit(db, {
      category: 'Authentication',
      log: 'Password confirmed for a sensitive setting',
      organizationId: actor.orgId,
      target: { type: 'user', id: actor.userId },
    });
    return { token, remembered, confirmedUntil: confirmedUntil({ confirmedAt: now.toISOString() }) };
  });
}
