import type { Account } from '@sentrywell/contract/account.ts';
import { minimumPasswordLength } from '@sentrywell/contract/password-strength.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { PersonDb } from '../../kernel/tenant.ts';
import { confirmedUntil } from '../auth/step-up.ts';
import { getAccount, listOwnPasskeys } from './queries.ts';

export async function findAccount(db: PersonDb, actor: Actor): Promise<Account> {
  const [account, passkeys] = await Promise.all([getAccount(db, actor.userId), listOwnPasskeys(db, actor.userId)]);
  const { firstName, lastName, email, theme, memberOf, passwordChangedAt, hasTotp, recoveryCodesLeft } = account;
  return {
    firstName,
    lastName,
    email,
    theme,
    memberOf,
    passwordChangedAt,
    minimumPasswordLength: minimumPasswordLength(hasTotp || passkeys.length > 0),
    secondFactor: { totp: hasTotp, passkeys, recoveryCodesLeft, required: account.isSecondFactorRequired },
    confirmedUntil: confirmedUntil(actor).toISOString(),
  };
}
