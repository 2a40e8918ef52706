import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Door } from '../../kernel/route.ts';
import { hashToken, tenantOfToken } from '../../kernel/token.ts';
import type { OpenDb } from '../../kernel/tenant.ts';
import { limitOpenCalls } from '../../kernel/throttle.ts';
import { confirmAddress } from '../auth/confirm-address.ts';
import { confirmNewEmail } from '../auth/replace-email.ts';
import { findToken, type OneUseToken, spendToken } from '../auth/token-queries.ts';
import { queueAccountMail } from './background-mails.ts';
import { chosenIn } from './chosen.ts';
import { applyRegistration, endLinks, findConfirmedByLink, lockAccount } from './confirmation-queries.ts';
import { getPerson } from './queries.ts';
import { releaseAbandoned } from './release-abandoned.ts';

type ConfirmationKernel = Pick<Kernel, 'clock' | 'secrets' | 'settings'>;

type Link = {
  readonly token: string;
  /** The cookie of the browser that opened it. */
  readonly session: string | undefined;
};

/**
 * Confirms the address a link was mailed to; a request to join an MSP becomes visible there only now. A new address of
 * somebody who has an account replaces the old one; a session of theirs in the browser that opened the link stays open.
 */
export async function confirmEmail(
  door: Door,
  kernel: ConfirmationKernel,
  { token, session }: Link,
): Promise<'sign_in' | 'wait_for_approval' | 'email_changed'> {
  await limitOpenCalls(door, kernel, { what: 'confirm_email', limit: 60, windowSeconds: 3_600 });
  const tenantId = tenantOfToken(token);
  if (tenantId === undefined) {
    throw new Refusal('confirmation.link_invalid');
  }
  return door.enter(tenantId, async (db) => {
    const now = kernel.clock.now();
    const tokenHash = hashToken(token);
    const userId = (await confirm(db, tokenHash, now)) ?? (await findConfirmedByLink(db, tokenHash, now));
    if (userId === undefined) {
      const kept = session === undefined ? undefined : hashToken(session);
      const makeWay = (email: string) => releaseAbandoned(db, kernel, { email, isProven: true, now });
      if (await confirmNewEmail(db, kernel, { tokenHash, session: kept, makeWay })) {
        return 'email_changed';
      }
      throw new Refusal('confirmation.link_invalid');
    }
    const { status } = await getPerson(db, userId);
    return status === 'pending' ? 'wait_for_approval' : 'sign_in';
  });
}

async function confirm(db: OpenDb, tokenHash: Buffer, now: Date): Promise<number | undefined> {
  const key = { purpose: 'confirm_email', tokenHash, now } as const;
  const found = await findToken(db, key);
  if (found === undefined) {
    return undefined;
  }
  // The account before the link: of two links that are followed at once, the second finds its own ended.
  const wasWaiting = await lockAccount(db, found.userId);
  const link = wasWaiting === undefined ? undefined : await spendToken(db, key);
  if (link === undefined) {
    return undefined;
  }
  if (wasWaiting === true) {
    await letCount(db, link, now);
  }
  await confirmAddress(db, link.userId, now);
  const { id, name, email, organizationId } = await getPerson(db, link.userId);
  audit(db, {
    category: 'User Management',
    log: `${name} confirmed the address ${email}${wasWaiting === true ? '; the name and password of that registration count' : ''}`,
    organizationId,
    target: { type: 'user', id },
    by: { userId: id, name },
  });
  return id;
}

/** What this registration chose counts, and all others with the address are over. */
async function letCount(db: OpenDb, { userId, payload }: OneUseToken, now: Date): Promise<void> {
  const chosen = chosenIn(payload);
  if (chosen !== undefined) {
    await applyRegistration(db, userId, { ...chosen, now });
  }
  await endLinks(db, userId);
}

/** Sends the link again; the answer is the same for every address. */
export async function resendConfirmation(door: Door, kernel: ConfirmationKernel, email: string): Promise<void> {
  await limitOpenCalls(door, kernel, { what: 'confirm_email:resend', limit: 20, windowSeconds: 3_600 });
  await queueAccountMail(door, kernel, { what: 'confirm', email });
}
