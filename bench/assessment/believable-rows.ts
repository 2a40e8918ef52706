import type { AssessedPolicy } from '../../contract/src/assessment.ts';
import { policiesOf } from '../../emulator/policies.ts';
import { directoryOf } from '../../emulator/policy.ts';
import { catalogue } from '../../server/src/features/sra/catalogue.ts';
import { evaluatePolicies } from '../../server/src/features/sra/evaluate-policies.ts';
import { parsePolicyPage } from '../../server/src/features/sra/policy-shape.ts';
import { reducePolicies } from '../../server/src/features/sra/reduce-policies.ts';

/** Rows of as many believable Workspaces as it takes: no two of them say the same, so that nothing packs too well. */
export function believableRows(count: number, seed: string): AssessedPolicy[] {
  const rows: AssessedPolicy[] = [];
  for (let organization = 0; rows.length < count; organization += 1) {
    const policies = policiesOf(directoryOf(`${seed}${organization}.example`));
    const read = parsePolicyPage(JSON.stringify({ policies }));
    if ('failure' in read) throw new Error(read.failure);
    const reduced = reducePolicies(read.page.policies, { catalogue });
    rows.push(...evaluatePolicies(reduced, { catalogue, tier: 2, now: new Date() }));
  }
  return rows.slice(0, count);
}
