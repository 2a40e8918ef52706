import { domainOf } from '@sentrywell/contract/shapes.ts';
import type { Actor } from '../../kernel/actor.ts';
import { audit } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { isPublicMailDomain } from '../../kernel/public-mail-domains.ts';
import { onField } from '../../kernel/refusal.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import { claimDomain, lockOrganization, type Named, releaseDomain, updateOrganization } from './queries.ts';

/** Changes name and domain. The directory of domains follows; public mail domains belong to nobody and never stand there. */
export async function renameOrganization(
  db: OrganizationDb,
  { clock }: Pick<Kernel, 'clock'>,
  actor: Actor,
  wanted: Named,
): Promise<void> {
  const before = await lockOrganization(db);
  if (wanted.domainName !== before.domainName) {
    mustBeOwnDomain(actor, wanted.domainName);
    await releaseDomain(db, before.domainName);
    if (!isPublicMailDomain(wanted.domainName)) {
      await claimDomain(db, wanted.domainName);
    }
  }
  await updateOrganization(db, wanted, clock.now());
  audit(db, {
    category: 'Organization',
    log: changeOf(before, wanted),
    target: { type: 'organization', id: db.organizationId },
  });
}

/**
 * Whoever has a domain keeps others from registering with it and is joined by those whom its MSP invites: an organization's own
 * administrator may take only the one that their address proves.
 */
function mustBeOwnDomain({ role, isRootUser, email }: Actor, domainName: string): void {
  const isOwn = domainName === domainOf(email) && !isPublicMailDomain(domainName);
  if (role === 'ORG_ADMIN' && !isRootUser && !isOwn) {
    throw onField('domainName', 'organization.domain_not_own');
  }
}

function changeOf(before: Named, after: Named): string {
  const changes = [
    ...(before.name === after.name ? [] : [`Renamed ${before.name} to ${after.name}`]),
    ...(before.domainName === after.domainName
      ? []
      : [`Changed the domain of ${after.name} from ${before.domainName} to ${after.domainName}`]),
  ];
  return changes.length === 0 ? `Saved ${after.name} without a change` : changes.join('. ');
}
