import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import { deactivate, endSessionsOfOrganization, noteStatus, reactivate } from './queries.ts';

/** Its people are signed out and cannot sign in, its fee stops counting; the record stays. */
export async function deactivateOrganization(
  db: OrganizationDb,
  { clock, settings }: Pick<Kernel, 'clock' | 'settings'>,
): Promise<void> {
  const now = clock.now();
  const name = await deactivate(db, now);
  if (name === undefined) {
    throw new Refusal('organization.not_active');
  }
  await noteStatus(db, 'inactive', now);
  await endSessionsOfOrganization(db, { now, limits: settings.session });
  record(db, `Deactivated the organization ${name}`);
}

/** Nobody is signed in by it: a sign-in under way while the organization was deactivated may have left a session that opened nothing. */
export async function reactivateOrganization(
  db: OrganizationDb,
  { clock, settings }: Pick<Kernel, 'clock' | 'settings'>,
): Promise<void> {
  const now = clock.now();
  const reactivated = await reactivate(db, now);
  if (reactivated === undefined) {
    throw new Refusal('organization.already_active');
  }
  await noteStatus(db, reactivated.status, now);
  await endSessionsOfOrganization(db, { now, limits: settings.session });
  record(db, `Reactivated the organization ${reactivated.name}`);
}

function record(db: OrganizationDb, log: string): void {
  audit(db, { category: 'Organization', log, target: { type: 'organization', id: db.organizationId } });
}
