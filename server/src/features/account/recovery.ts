import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { PersonDb } from '../../kernel/tenant.ts';
import { holdOwnPerson } from '../auth/queries.ts';
import { newRecoveryCodes } from '../auth/recovery-codes.ts';
import { mustBeConfirmed } from '../auth/step-up.ts';
import { ownEntry } from './own-entry.ts';
import { getAccount, listOwnPasskeys, replaceRecoveryCodes } from './queries.ts';

/** Makes recovery codes for somebody who just set up a second factor and has none left. @returns them, or nothing. */
export async function firstRecoveryCodes(db: PersonDb, userId: number): Promise<string[]> {
  const { recoveryCodesLeft } = await getAccount(db, userId);
  return recoveryCodesLeft > 0 ? [] : makeCodes(db, userId);
}

async function makeCodes(db: PersonDb, userId: number): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes();
  await replaceRecoveryCodes(db, userId, hashes);
  return codes;
}

/** Replaces the recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(db: PersonDb, actor: Actor, kernel: Pick<Kernel, 'clock'>): Promise<string[]> {
  mustBeConfirmed(actor, kernel);
  await holdOwnPerson(db, actor);
  const { hasTotp } = await getAccount(db, actor.userId);
  if (!hasTotp && (await listOwnPasskeys(db, actor.userId)).length === 0) {
    throw new Refusal('second_factor.none');
  }
  audit(db, ownEntry(actor, 'Recovery codes replaced'));
  return makeCodes(db, actor.userId);
}
