import { listedRoleNames, type OrganizationRole } from '@sentrywell/contract/permissions.ts';
import { domainOf } from '@sentrywell/contract/shapes.ts';
import { audit } from '../../kernel/audit.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { enterTenant, type OpenDb } from '../../kernel/tenant.ts';
import { nameToBeginWith } from './name-to-begin-with.ts';
import { fullName, type Newcomer } from './newcomer.ts';
import { isPublicMailDomain } from '../../kernel/public-mail-domains.ts';
import {
  assignOrganization,
  claimDomain,
  insertOrganization,
  insertPerson,
  insertTenant,
  nextTenantId,
} from './queries.ts';

/** An independent organization, with its first administrator (ruling R16). @returns the person's id. */
export async function registerIndependentOrganization(
  db: OpenDb,
  newcomer: Newcomer,
  role: OrganizationRole = 'ORG_ADMIN',
): Promise<number> {
  enterTenant(db, await nextTenantId(db));
  await insertTenant(db, 'organization', newcomer.now);
  const organizationId = await makeOrganization(db, newcomer, null);
  return addMember(db, newcomer, { organizationId, role });
}

/** An organization named after the newcomer's domain, in the tenant that the handle has entered. @returns its id. */
export async function makeOrganization(db: OpenDb, newcomer: Newcomer, mspId: number | null): Promise<number> {
  const { email, now } = newcomer;
  const domain = domainOf(email);
  const isPublic = isPublicMailDomain(domain);
  const name = nameToBeginWith(newcomer);
  const organizationId = await insertOrganization(db, { name, domain, mspId, now });
  const claim = { domain, kind: 'organization', tenantId: db.tenantId, organizationId } as const;
  if (!isPublic && !(await claimDomain(db, claim))) {
    throw new Refusal('registration.domain_taken');
  }
  audit(db, {
    category: 'Organization',
    log: `Organization ${name} (${domain}) was registered`,
    organizationId,
    target: { type: 'organization', id: organizationId },
    by: { userId: null, name: fullName(newcomer) },
  });
  return organizationId;
}

/** Adds the newcomer to an organization. @returns the person's id. */
export async function addMember(
  db: OpenDb,
  newcomer: Newcomer,
  { organizationId, role }: { readonly organizationId: number; readonly role: OrganizationRole },
): Promise<number> {
  const userId = await insertPerson(db, { ...newcomer, role, organizationId, status: 'active' });
  await assignOrganization(db, { userId, role, organizationId });
  audit(db, {
    category: 'User Management',
    log: `${fullName(newcomer)} (${newcomer.email}) registered as ${listedRoleNames[role]}`,
    organizationId,
    target: { type: 'user', id: userId },
    by: { userId, name: fullName(newcomer) },
  });
  return userId;
}
