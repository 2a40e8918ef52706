import type { Account } from '@sentrywell/contract/account.ts';
import { minimumPasswordLength } from '@sentrywell/contract/password-strength.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { PersonDb } from '../../kernel/tenant.ts';
import { confirmedUntil } from '../auth/step-up.ts';
import { findOpenToken } from '../auth/token-queries.ts';
import { getAccount, listOwnPasskeys } from './queries.ts';

export async function findAccount(db: PersonDb, actor: Actor, { clock }: Pick<Kernel, 'clock'>): Promise<Account> {
  const { userId } = actor;
  const [account, passkeys, change] = await Promise.all([
    getAccount(db, userId),
    listOwnPasskeys(db, userId),
    findOpenToken(db, { purpose: 'change_email', userId, now: clock.now() }),
  ]);
  const { firstName, lastName, email, theme, memberOf, passwordChangedAt, hasTotp, recoveryCodesLeft } = account;
  return {
    firstName,
    lastName,
    email,
    pendingEmail: change === undefined ? null : String(change.payload['email']),
    theme,
    memberOf,
    passwordChangedAt,
    minimumPasswordLength: minimumPasswordLength(hasTotp || passkeys.length > 0),
    secondFactor: { totp: hasTotp, passkeys, recoveryCodesLeft, required: account.isSecondFactorRequired },
    confirmedUntil: confirmedUntil(actor).toISOString(),
  };
}
