import { Refusal } from '../../kernel/refusal.ts';
import type { MspDb, OrganizationDb } from '../../kernel/tenant.ts';
import { findMspName, getOrganizationName } from './queries.ts';

/** Who invites: the MSP, or for a root user the platform itself. */
export async function mspOrPlatformName(db: MspDb): Promise<string> {
  return (await findMspName(db)) ?? 'Sentrywell';
}

/** @throws Refusal for a deactivated organization: whoever it invited could not sign in. */
export async function activeOrganizationName(db: OrganizationDb): Promise<string> {
  const { name, isActive } = await getOrganizationName(db);
  if (!isActive) {
    throw new Refusal('organization.deactivated');
  }
  return name;
}
