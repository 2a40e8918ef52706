// npm run bench -- assessment-store: what 400 rows of an assessment take on disk, and what is done with them. --prove: they are stored as
// they are.
import { gunzipSync, gzipSync } from 'node:zlib';
import type { AssessedPolicy } from '../contract/src/assessment.ts';
import { assessmentReport } from '../server/src/features/sra/assessment-report.ts';
import { catalogue, hipaaTitles } from '../server/src/features/sra/catalogue.ts';
import { compareAssessments } from '../server/src/features/sra/compare-assessments.ts';
import { targetOf } from '../server/src/features/sra/findings.ts';
import { complianceScore, countVerdicts } from '../server/src/features/sra/score.ts';
import { packPolicies, unpackPolicies } from '../server/src/features/sra/stored-policies.ts';
import { believableRows } from './assessment/believable-rows.ts';
import { proves, Table, timeOf } from './load/table.ts';

const rowCount = 400;
const limitBytes = 100 * 1024;
const rounds = 9;

function assessmentOf(policies: readonly AssessedPolicy[]) {
  const verdicts = policies.map(({ verdict }) => verdict);
  return {
    id: 1,
    uuid: '',
    organizationId: 1,
    assessedAt: new Date().toISOString(),
    assessedBy: 'Alex Morgan',
    account: 'admin@clinic.example',
    catalogueVersion: catalogue.version,
    rules: catalogue.rules,
    includesTier2: true,
    score: complianceScore(verdicts),
    counts: countVerdicts(verdicts),
    accepted: 0,
  };
}

const shown = (policy: AssessedPolicy) => ({
  ...policy,
  target: targetOf(policy),
  stillOpen: false,
  exception: null,
  idleException: null,
  expired: null,
});

const size = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

/** Against the least that can be done with the same rows: writing and packing them as fast as the library can, and back. */
async function measure(table: Table): Promise<void> {
  const policies = believableRows(rowCount, 'clinic');
  const other = believableRows(rowCount, 'surgery');
  const text = JSON.stringify(policies);
  const packed = await packPolicies(policies);
  const stored = proves ? Buffer.from(text) : packed;
  const fast = gzipSync(text, { level: 1 });
  table.add({
    what: `${policies.length} rows on disk`,
    measured: `${size(stored.length)}, ${size(Buffer.byteLength(text))} as JSON, ${(stored.length / fast.length).toFixed(2)} × the fastest packing`,
    target: `at most ${size(limitBytes)}`,
    holds: stored.length <= limitBytes,
  });
  const writeFloor = await timeOf(() => gzipSync(JSON.stringify(policies), { level: 1 }), rounds);
  const readFloor = await timeOf(() => JSON.parse(gunzipSync(packed).toString('utf8')), rounds);
  const tell = (what: string, milliseconds: number, floor: number) =>
    table.add({
      what,
      measured: `${milliseconds.toFixed(1)} ms, ${(milliseconds / floor).toFixed(1)} × the floor of ${floor.toFixed(1)} ms`,
    });
  tell('pack', await timeOf(() => packPolicies(policies), rounds), writeFloor);
  tell('open', await timeOf(() => unpackPolicies(packed), rounds), readFloor);
  const side = (of: readonly AssessedPolicy[]) => ({ assessment: assessmentOf(of), policies: of.map(shown) });
  tell('compare two', await timeOf(() => compareAssessments(side(policies), side(other)), rounds), readFloor);
  const report = () =>
    assessmentReport({
      assessment: assessmentOf(policies),
      policies: policies.map(shown),
      rowlessExceptions: [],
      organization: { name: 'Cedar Clinic', domainName: 'clinic.example' },
      now: new Date(),
      hipaaTitles,
    });
  tell('print as PDF', await timeOf(report, 3), readFloor);
}

const table = new Table();
await measure(table);
process.exitCode = table.end('assessment-store');
