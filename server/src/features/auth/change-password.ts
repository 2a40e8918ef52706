import { passwordLength, passwordLengths } from '@sentrywell/contract/password-strength.ts';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { mustBeGoodPassword } from '../../kernel/password-rules.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Enter } from '../../kernel/route.ts';
import { endSessionsOf, rotateSession } from '../../kernel/session.ts';
import { secondFactorsOf } from './login.ts';
import { notify } from './notify.ts';
import { type Credentials, lockCredentials, replacePassword } from './queries.ts';
import { forgiveOwnAttempts } from './sign-in-throttle.ts';
import { mustBeOwnPassword } from './step-up.ts';

type PasswordKernel = Pick<Kernel, 'settings' | 'secrets' | 'clock'>;

export function isShortPassword(password: string): boolean {
  return passwordLength(password) < passwordLengths.alone;
}

export function ownerOf(credentials: Credentials) {
  const { firstName, lastName, email } = credentials;
  return { firstName, lastName, email, hasSecondFactor: secondFactorsOf(credentials).length > 0 };
}

export const passwordChanged = {
  subject: 'Your password was changed',
  sentence: 'The password of your account was changed, and all other sessions were ended.',
} as const;

/** Changes one's own password; one's other sessions end and this one gets a new secret (ruling R21). */
export async function changePassword(
  enter: Enter<{ readonly kind: 'person' }>,
  kernel: PasswordKernel,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
): Promise<{ readonly token: string; readonly remembered: boolean }> {
  const { credentials, own } = await mustBeOwnPassword(enter, kernel, currentPassword);
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC')) {
    throw new Refusal('password.unchanged');
  }
  mustBeGoodPassword(newPassword, ownerOf(credentials));
  const passwordHash = await hashPassword(kernel.secrets.passwordPepper, newPassword);
  const { userId, organizationId } = credentials;
  return enter(async (db, actor) => {
    const now = kernel.clock.now();
    const today = await lockCredentials(db, userId);
    if (today?.passwordHash !== credentials.passwordHash) {
      throw new Refusal('password.wrong');
    }
    // Once more: a short one is good only beside a second factor, which may have gone while the password was hashed.
    mustBeGoodPassword(newPassword, ownerOf(today));
    await forgiveOwnAttempts(db, own);
    await replacePassword(db, { userId, passwordHash, isShort: isShortPassword(newPassword), now });
    const { token, hash, remembered } = await rotateSession(db, actor, now);
    await endSessionsOf(db, userId, { now, limits: kernel.settings.session }, hash);
    await notify(db, kernel, credentials, passwordChanged);
    audit(db, {
      category: 'Authentication',
      log: 'Password changed; other sessions ended',
      organizationId,
      target: { type: 'user', id: userId },
    });
    return { token, remembered };
  });
}
