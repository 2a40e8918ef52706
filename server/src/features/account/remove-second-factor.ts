import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { PersonDb } from '../../kernel/tenant.ts';
import { notify } from '../auth/notify.ts';
import { holdOwnPerson } from '../auth/queries.ts';
import { mustBeConfirmed } from '../auth/step-up.ts';
import { ownEntry } from './own-entry.ts';
import { deletePasskey, deleteTotp, getAccount, listOwnPasskeys, replaceRecoveryCodes } from './queries.ts';

type RemovalKernel = Pick<Kernel, 'clock' | 'secrets' | 'settings'>;

export async function removeTotp(db: PersonDb, actor: Actor, kernel: RemovalKernel): Promise<void> {
  mustBeConfirmed(actor, kernel);
  await holdOwnPerson(db, actor);
  if (!(await deleteTotp(db, actor.userId))) {
    throw new Refusal('second_factor.none');
  }
  await afterRemoval(db, actor, kernel, 'The authenticator app');
}

export async function removePasskey(
  db: PersonDb,
  actor: Actor,
  kernel: RemovalKernel,
  credentialId: string,
): Promise<void> {
  mustBeConfirmed(actor, kernel);
  await holdOwnPerson(db, actor);
  const name = await deletePasskey(db, actor.userId, credentialId);
  if (name === undefined) {
    throw new Refusal('passkey.not_found');
  }
  await afterRemoval(db, actor, kernel, `The passkey "${name}"`);
}

/** The last one goes only where none is required and the password is long enough to protect the account alone. */
async function afterRemoval(db: PersonDb, actor: Actor, kernel: RemovalKernel, what: string): Promise<void> {
  const account = await getAccount(db, actor.userId);
  const isLast = !account.hasTotp && (await listOwnPasskeys(db, actor.userId)).length === 0;
  if (isLast) {
    if (account.isSecondFactorRequired) {
      throw new Refusal('second_factor.required');
    }
    if (account.hasShortPassword) {
      throw new Refusal('second_factor.password_short');
    }
    await replaceRecoveryCodes(db, actor.userId, []);
  }
  audit(db, ownEntry(actor, `${what} was removed as a second factor`));
  await notify(
    db,
    kernel,
    { email: actor.email, organizationId: actor.orgId },
    {
      subject: 'A second factor was removed',
      sentence: `${what} no longer protects your account.${isLast ? ' Signing in now asks for the password alone.' : ''}`,
    },
  );
}
