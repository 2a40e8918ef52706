import type { OwnSession } from '@sentrywell/contract/account.ts';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { PersonDb } from '../../kernel/tenant.ts';
import { holdOwnPerson } from '../auth/queries.ts';
import { browserName } from './browser-name.ts';
import { ownEntry } from './own-entry.ts';
import { endSessionById, endSessionsBut, listOpenSessions } from './queries.ts';

type SessionKernel = Pick<Kernel, 'clock' | 'settings'>;

export async function listSessions(
  db: PersonDb,
  actor: Actor,
  { clock, settings }: SessionKernel,
): Promise<OwnSession[]> {
  const now = clock.now();
  const idleSince = new Date(now.getTime() - settings.session.idleMinutes * 60_000);
  const sessions = await listOpenSessions(db, actor.userId, { now, idleSince });
  return sessions.map(({ userAgent, ...session }) => ({
    ...session,
    browser: browserName(userAgent),
    current: session.id === actor.sessionId,
  }));
}

export async function endOwnSession(
  db: PersonDb,
  actor: Actor,
  { clock, settings }: SessionKernel,
  sessionId: number,
): Promise<void> {
  await holdOwnPerson(db, actor);
  const ending = { now: clock.now(), limits: settings.session };
  if (!(await endSessionById(db, actor.userId, sessionId, ending))) {
    throw new Refusal('session.not_found');
  }
  audit(db, ownEntry(actor, 'Ended one of their own sessions'));
}

/** @returns how many ended. */
export async function endOtherSessions(
  db: PersonDb,
  actor: Actor,
  { clock, settings }: SessionKernel,
): Promise<number> {
  // Two browsers that end each other's session would wait in a ring: each notes besides that its own was seen.
  await holdOwnPerson(db, actor);
  const ending = { now: clock.now(), limits: settings.session };
  const ended = await endSessionsBut(db, actor.userId, actor.sessionId, ending);
  audit(db, ownEntry(actor, `Ended all other own sessions (${ended})`));
  return ended;
}
