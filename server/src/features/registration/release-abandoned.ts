import { listedRoleNames } from '@sentrywell/contract/permissions.ts';
import { domainOf } from '@sentrywell/contract/shapes.ts';
import { audit, type AuditRecord } from '../../kernel/audit.ts';
import { enterTenant, noOrigin, type OpenDb } from '../../kernel/tenant.ts';
import { findAccount } from '../auth/queries.ts';
import {
  closeOrganizations,
  findGivingWay,
  getTenantKind,
  giveUpAccount,
  isAbandoned,
  lockDomainHolders,
  lockUnconfirmedOf,
  type Over,
  promoteFirstApplicant,
  releaseDomain,
  type Registrant,
  type TenantKind,
} from './abandoned-queries.ts';
import { confirmationHours } from './confirmation-mail.ts';
import type { RegistrationKernel } from './newcomer.ts';
import { assignWholeMsp, getMspName } from './queries.ts';
import { mailSuccessor } from './successor-mail.ts';

/** So long, as an invitation, a registration may wait whose link is asked for again and again. */
const longestHours = 7 * 24;

type Wanted = {
  readonly email: string;
  /** Whoever comes has shown that the address is theirs: an unconfirmed account with it gives way at once. */
  readonly isProven: boolean;
  readonly now: Date;
};
type Place = { readonly domain: string; readonly kind: TenantKind; readonly over: Over; readonly now: Date };

/**
 * A registration whose address was never confirmed must not keep the address or the domain from those whose they are: once its link
 * is over, or a week after it whatever link was asked for since, both are free again. The handle is where it was afterwards.
 */
export async function releaseAbandoned(
  db: OpenDb,
  kernel: RegistrationKernel,
  { email, isProven, now }: Wanted,
): Promise<void> {
  const { tenantId } = db;
  const domain = domainOf(email);
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const over = { link: before(confirmationHours), registration: before(longestHours) };
  // The domain before any account, as everybody locks them who comes this way: none waits for the other.
  for (const holder of await lockDomainHolders(db, domain)) {
    enterTenant(db, holder.tenantId);
    await settleIfAbandoned(db, kernel, { domain, kind: holder.kind, over, now });
  }
  const account = await findAccount(db, email);
  if (account !== undefined) {
    enterTenant(db, account.tenantId);
    const givingWay = await findGivingWay(db, account.userId, isProven ? null : over);
    if (givingWay !== undefined) {
      await giveUp(db, givingWay, now);
      await settleIfAbandoned(db, kernel, { domain, kind: await getTenantKind(db), over, now });
    }
  }
  enterTenant(db, tenantId);
}

/**
 * Where somebody has asked to join an MSP whose founder never came, the first who confirmed an address of its domain takes it over:
 * founding it would have taken no more, and those who ask after them find somebody who decides. Else the domain is free again.
 */
async function settleIfAbandoned(db: OpenDb, kernel: RegistrationKernel, place: Place): Promise<void> {
  const { kind, over, now } = place;
  if ((await getTenantKind(db)) !== kind) {
    return;
  }
  // Held before it is judged: whoever confirms in this moment keeps what they founded.
  const unconfirmed = await lockUnconfirmedOf(db);
  if (!(await isAbandoned(db, over))) {
    return;
  }
  const successor = kind === 'msp' ? await promoteFirstApplicant(db, now) : undefined;
  // Those who asked to join stay with the successor. A link that is sent again must not open what somebody else has by then.
  for (const person of unconfirmed.filter(({ isFounder }) => isFounder || successor === undefined)) {
    await giveUp(db, person, now);
  }
  await (successor === undefined ? release(db, place) : handOver(db, kernel, successor));
}

async function giveUp(db: OpenDb, unconfirmed: Registrant, now: Date): Promise<void> {
  const { userId, name, email, organizationId } = unconfirmed;
  await giveUpAccount(db, unconfirmed, now);
  record(db, {
    category: 'User Management',
    log: `Gave up the registration of ${name} (${email}): the address was never confirmed`,
    organizationId,
    target: { type: 'user', id: userId },
  });
}

async function handOver(db: OpenDb, kernel: RegistrationKernel, { userId, name, email }: Registrant): Promise<void> {
  await assignWholeMsp(db, userId);
  await mailSuccessor(db, kernel, { email, mspName: await getMspName(db) });
  record(db, {
    category: 'User Management',
    log: `${name} (${email}) is ${listedRoleNames.MSP_SUPER_ADMIN} now: nobody who registered the MSP confirmed an address`,
    target: { type: 'user', id: userId },
  });
}

async function release(db: OpenDb, { domain, kind, now }: Place): Promise<void> {
  const closed = await closeOrganizations(db, now);
  for (const { id, name } of closed) {
    record(db, {
      category: 'Organization',
      log: `Deactivated the organization ${name}: nobody who registered it confirmed an address`,
      organizationId: id,
      target: { type: 'organization', id },
    });
  }
  if (await releaseDomain(db, domain, kind)) {
    record(db, {
      category: 'Organization',
      log: `Released the domain ${domain}: nobody who registered with it confirmed an address`,
      organizationId: kind === 'organization' ? (closed.at(0)?.id ?? null) : null,
    });
  }
}

/** It happens when somebody else registers, of whom these people may learn nothing. */
function record(db: OpenDb, entry: AuditRecord): void {
  audit(db, { ...entry, origin: noOrigin });
}
