import { listedRoleNames, type MspRole } from '@sentrywell/contract/permissions.ts';
import { domainOf } from '@sentrywell/contract/shapes.ts';
import { audit } from '../../kernel/audit.ts';
import { enterTenant, type OpenDb } from '../../kernel/tenant.ts';
import { queueNewsOfRequest } from '../access-requests/tell-approvers.ts';
import { nameToBeginWith } from './name-to-begin-with.ts';
import { fullName, type Newcomer } from './newcomer.ts';
import { isPublicMailDomain } from '../../kernel/public-mail-domains.ts';
import {
  assignInvitedOrganizations,
  assignWholeMsp,
  claimDomain,
  findDomainHolder,
  getMspName,
  insertAccessRequest,
  insertMsp,
  insertPerson,
  insertTenant,
  nextTenantId,
} from './queries.ts';

/** What became of an MSP's registration without an invitation. */
type Registered = { readonly userId: number; readonly waits: boolean };

/**
 * The e-mail's domain decides (ruling R15): an MSP that has it gets a request to join; nobody has it: a new MSP. Domains where
 * anybody can get a mailbox always make a separate one. Of two at once the directory's key makes one the founder.
 */
export async function registerMsp(db: OpenDb, newcomer: Newcomer): Promise<Registered> {
  const domain = domainOf(newcomer.email);
  const tenantId = await nextTenantId(db);
  const isFounder =
    isPublicMailDomain(domain) || (await claimDomain(db, { domain, kind: 'msp', tenantId, organizationId: null }));
  if (isFounder) {
    enterTenant(db, tenantId);
    return { userId: await foundMsp(db, newcomer, domain), waits: false };
  }
  const holder = await findDomainHolder(db, domain, 'msp');
  if (holder === undefined) {
    // Released in this moment: whoever claims it first has it.
    return registerMsp(db, newcomer);
  }
  enterTenant(db, holder.tenantId);
  return { userId: await askToJoin(db, newcomer), waits: true };
}

async function foundMsp(db: OpenDb, newcomer: Newcomer, domain: string): Promise<number> {
  const name = nameToBeginWith(newcomer);
  await insertTenant(db, 'msp', newcomer.now);
  await insertMsp(db, { name, domain, now: newcomer.now });
  audit(db, {
    category: 'Organization',
    log: `MSP ${name} (${domain}) was registered`,
    target: { type: 'msp', id: db.tenantId },
    by: { userId: null, name: fullName(newcomer) },
  });
  return addMspMember(db, newcomer, { role: 'MSP_SUPER_ADMIN', organizationIds: [] });
}

async function askToJoin(db: OpenDb, newcomer: Newcomer): Promise<number> {
  const { confirmedAt, now } = newcomer;
  const userId = await insertPerson(db, { ...newcomer, role: 'MSP_USER', organizationId: null, status: 'pending' });
  await insertAccessRequest(db, { userId, isConfirmed: confirmedAt !== null, now });
  if (confirmedAt !== null) {
    await queueNewsOfRequest(db, userId);
  }
  audit(db, {
    category: 'User Management',
    log: `${fullName(newcomer)} (${newcomer.email}) asked to join ${await getMspName(db)}`,
    target: { type: 'user', id: userId },
    by: { userId, name: fullName(newcomer) },
  });
  return userId;
}

/** Adds the newcomer to the MSP whose tenant the handle has entered. @returns the person's id. */
export async function addMspMember(
  db: OpenDb,
  newcomer: Newcomer,
  { role, organizationIds }: { readonly role: MspRole; readonly organizationIds: readonly number[] },
): Promise<number> {
  const userId = await insertPerson(db, { ...newcomer, role, organizationId: null, status: 'active' });
  if (role === 'MSP_SUPER_ADMIN') {
    await assignWholeMsp(db, userId);
  } else {
    await assignInvitedOrganizations(db, { userId, role, organizationIds });
  }
  audit(db, {
    category: 'User Management',
    log: `${fullName(newcomer)} (${newcomer.email}) registered as ${listedRoleNames[role]}`,
    target: { type: 'user', id: userId },
    by: { userId, name: fullName(newcomer) },
  });
  return userId;
}
