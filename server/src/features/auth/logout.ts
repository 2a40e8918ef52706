import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Door } from '../../kernel/route.ts';
import { endSession, findActor } from '../../kernel/session.ts';
import { hashToken, tenantOfToken } from '../../kernel/token.ts';

/** Signs out. Always succeeds, whatever the cookie holds (security rule 17). */
export async function logout(
  door: Door,
  { clock, settings }: Pick<Kernel, 'clock' | 'settings'>,
  token: string | undefined,
): Promise<void> {
  const tenantId = token === undefined ? undefined : tenantOfToken(token);
  if (token === undefined || tenantId === undefined) {
    return;
  }
  await door.enter(tenantId, async (db) => {
    const [now, limits] = [clock.now(), settings.session];
    const actor = await findActor(db, hashToken(token), now, limits);
    const ended = await endSession(db, token, { now, limits });
    if (actor !== undefined && ended !== undefined) {
      audit(db, {
        category: 'Authentication',
        organizationId: actor.orgId,
        log: 'Signed out',
        target: { type: 'user', id: actor.userId },
        by: actor,
      });
    }
  });
}
