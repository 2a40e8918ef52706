import type { Actor } from '../../kernel/actor.ts';
import { hashToken } from '../../kernel/token.ts';

/**
 * What a sign-in to Google and what it read are bound to: the session itself, whatever secret it has by now. A step-up or a new
 * password replaces the secret while the person is at Google; the old one opens nothing any more, and the sign-in goes on.
 */
export function sessionMark({ tenantId, sessionId }: Pick<Actor, 'tenantId' | 'sessionId'>): Buffer {
  return hashToken(`session ${tenantId}/${sessionId}`);
}
