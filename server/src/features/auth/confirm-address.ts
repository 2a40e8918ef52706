import type { OpenDb } from '../../kernel/tenant.ts';
import { queueNewsOfRequest } from '../access-requests/tell-approvers.ts';
import { markConfirmed } from './queries.ts';

/**
 * Whoever opens a link that was mailed to an address owns it. A request to join an MSP appears only now, and whoever may
 * approve it is told once, whichever link was opened and however many are opened after it.
 */
export async function confirmAddress(db: OpenDb, userId: number, now: Date): Promise<void> {
  if (await markConfirmed(db, userId, now)) {
    await queueNewsOfRequest(db, userId);
  }
}
