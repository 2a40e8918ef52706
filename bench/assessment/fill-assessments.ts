import type { AssessedPolicy } from '../../contract/src/assessment.ts';
import { catalogue } from '../../server/src/features/sra/catalogue.ts';
import { complianceScore, countVerdicts } from '../../server/src/features/sra/score.ts';
import { packPolicies } from '../../server/src/features/sra/stored-policies.ts';
import type { OwnerClient } from '../audit/owner-client.ts';
import type { Seeded } from '../load/seed.ts';

/** So many settings of the catalogue, judged in every organization of a seeded tenant: what the MSP's matrix is made of. */
export async function fillMatrix(client: OwnerClient, tenantId: number, settings: number): Promise<void> {
  const types = catalogue.settings.slice(0, settings).map(({ type }) => type);
  if (types.length < settings) throw new Error(`The catalogue has ${types.length} settings.`);
  // Of ten cells one is unreadable, two are partial, three non-compliant.
  await client.query(
    `insert into setting_verdicts (tenant_id, organization_id, setting_type, verdict, assessment_id)
     select $1::bigint, o.id, t, (array['unreadable', 'partial', 'partial', 'non-compliant', 'non-compliant', 'non-compliant',
       'compliant', 'compliant', 'compliant', 'compliant'])[1 + abs(hashtext(t || o.id)) % 10], 1
     from organizations o, unnest($2::text[]) t where o.tenant_id = $1`,
    [tenantId, types],
  );
  await client.query('delete from findings where tenant_id = $1', [tenantId]);
  await client.query(
    `insert into findings (tenant_id, organization_id, setting_type, target, opened_at, opened_by_assessment, verdict)
     select tenant_id, organization_id, setting_type, '', now(), 1, verdict from setting_verdicts
     where tenant_id = $1 and verdict in ('partial', 'non-compliant')`,
    [tenantId],
  );
  await client.query('vacuum (analyze) setting_verdicts, findings');
}

/** Stores rows as the newest assessment of a tenant's first organization. @returns its number. */
export async function storeNewest(
  client: OwnerClient,
  { tenantId, organizations: [organizationId] }: Pick<Seeded, 'tenantId' | 'organizations'>,
  policies: readonly AssessedPolicy[],
): Promise<number> {
  const verdicts = policies.map(({ verdict }) => verdict);
  const counts = countVerdicts(verdicts);
  const { rows } = await client.query<{ id: number }>(
    `insert into assessments (tenant_id, organization_id, uuid, assessed_by_name, account, catalogue_version, include_tier_2, score,
       compliant, partial, non_compliant, unreadable, not_licensed, not_assessed, policies, assessed_at)
     values ($1, $2, gen_random_uuid(), 'Dana Reyes', 'admin@clinic.example', $3, true, $4, $5, $6, $7, $8, $9, $10, $11, now())
     returning id`,
    [
      tenantId,
      organizationId,
      catalogue.version,
      complianceScore(verdicts),
      counts.compliant,
      counts.partial,
      counts['non-compliant'],
      counts.unreadable,
      counts['not-licensed'],
      counts['not-assessed'],
      await packPolicies(policies),
    ],
  );
  return rows[0]?.id ?? 0;
}
