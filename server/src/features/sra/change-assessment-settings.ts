import { audit } from '../../kernel/audit.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import { setIncludesTier2 } from './queries.ts';

/** Holds for the next assessments; those that are stored keep what they were judged by. */
export async function changeAssessmentSettings(
  db: OrganizationDb,
  { includeTier2 }: { readonly includeTier2: boolean },
  now: Date,
): Promise<void> {
  await setIncludesTier2(db, includeTier2, now);
  audit(db, {
    category: 'Assessments',
    log: `${includeTier2 ? 'Added' : 'Removed'} the additional settings (tier 2) ${includeTier2 ? 'to' : 'from'} assessments`,
  });
}
