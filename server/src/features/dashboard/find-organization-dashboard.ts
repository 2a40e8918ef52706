import { complianceStatusOf, type OrganizationDashboard } from '@sentrywell/contract/dashboard.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import { countOpenFindings } from '../sra/exception-queries.ts';
import { countUnreadFindings } from '../sra/find-assessment.ts';
import { getOrganizationCards } from './queries.ts';

/** The cards of ruling R31. */
export async function findOrganizationDashboard(db: OrganizationDb, now: Date): Promise<OrganizationDashboard> {
  const [cards, openFindings] = await Promise.all([getOrganizationCards(db), countOpenFindings(db, now)]);
  const { score, unreadable, ...shown } = cards;
  return {
    ...shown,
    score,
    openFindings,
    // The rows are opened only where some could not be read, which is rare.
    unreadFindings: (unreadable ?? 0) > 0 ? await countUnreadFindings(db, now) : 0,
    complianceStatus: complianceStatusOf(score),
    // Tenths are counted whole: 100 − 84.1 is 15.900000000000006.
    riskScore: score === null ? null : Math.round(1_000 - score * 10) / 10,
  };
}
