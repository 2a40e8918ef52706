import { enterTenant, type OpenDb, platformTenantId } from '../../kernel/tenant.ts';
import { findAccount } from '../auth/queries.ts';
import { isAbandoned, releaseDomain, releaseEmail } from './abandoned-queries.ts';
import { confirmationHours } from './confirmation-mail.ts';
import { findDomainHolder } from './queries.ts';

type Wanted = {
  readonly email: string;
  readonly domain: string;
  readonly kind: 'msp' | 'organization';
  readonly now: Date;
};

/**
 * A registration whose address was never confirmed must not keep the address or the domain from those whose they are:
 * once its link is over, both are free again.
 */
export async function releaseAbandoned(db: OpenDb, { email, domain, kind, now }: Wanted): Promise<void> {
  const before = new Date(now.getTime() - confirmationHours * 3_600_000);
  const account = await findAccount(db, email);
  if (account !== undefined) {
    enterTenant(db, account.tenantId);
    await releaseEmail(db, { email, userId: account.userId, before });
  }
  const holder = await findDomainHolder(db, domain, kind);
  if (holder !== undefined) {
    enterTenant(db, holder.tenantId);
    if (await isAbandoned(db, kind, before)) {
      await releaseDomain(db, { domain, kind, now });
    }
  }
  enterTenant(db, platformTenantId);
}
