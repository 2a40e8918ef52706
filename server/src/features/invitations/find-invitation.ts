import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Door } from '../../kernel/route.ts';
import { hashToken, tenantOfToken } from '../../kernel/token.ts';
import { limitOpenCalls } from '../../kernel/throttle.ts';
import type { OpenDb } from '../../kernel/tenant.ts';
import { leadsNowhere } from './leads-nowhere.ts';
import { findUnusedInvitation, type FoundInvitation } from './queries.ts';

/** Looks without using it up. @returns undefined for one that lets nobody in. */
export async function findOpenInvitation(
  db: OpenDb,
  tokenHash: Buffer,
  now: Date,
): Promise<FoundInvitation | undefined> {
  const found = await findUnusedInvitation(db, tokenHash, now);
  return found === undefined || (await leadsNowhere(db, found)) ? undefined : found;
}

/** Looks an invitation up; looking never uses it. Whatever is wrong with the token, the answer is the same 404. */
export async function findInvitation(
  door: Door,
  kernel: Pick<Kernel, 'clock' | 'settings'>,
  token: string,
): Promise<Pick<FoundInvitation, 'email' | 'kind'> & { inviter: string }> {
  await limitOpenCalls(door, kernel, { what: 'find_invitation', limit: 120, windowSeconds: 3_600 });
  const tenantId = tenantOfToken(token);
  const found =
    tenantId === undefined
      ? undefined
      : await door.enter(tenantId, (db) => findOpenInvitation(db, hashToken(token), kernel.clock.now()));
  if (found === undefined) {
    throw new Refusal('invitation.not_found');
  }
  const { email, kind, organizationName, mspName } = found;
  return { email, kind, inviter: organizationName ?? mspName ?? 'Sentrywell' };
}
