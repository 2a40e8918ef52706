import { gunzipSync, gzipSync } from 'node:zlib';
import type { AssessedPolicy } from '../contract/src/assessment.ts';
import { assessmentReport } from '../server/src/features/sra/assessment-report.ts';
import { catalogue, hipaaTitles } from '../server/src/features/sra/catalogue.ts';
import { compareAssessments } from '../server/src/features/sra/compare-assessments.ts';
import { targetOf } from '../server/src/features/sra/findings.ts';
import { complianceScore, countVerdicts } from '../server/src/features/sra/score.ts';
import { packPolicies, unpackPolicies } from '../server/src/features/sra/stored-policies.ts';
import { believableRows } from './assessment/believable-rows.ts';

const rowCount = 400;
const limitBytes = 100 * 1024;

async function median(run: () => unknown, rounds = 9): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
}

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
    includesTier2: true,
    score: complianceScore(verdicts),
    counts: countVerdicts(verdicts),
    accepted: 0,
  };
}

/** Against the least that can be done with the same rows: writing and packing them as fast as the library can, and back. */
async function measure(): Promise<number> {
  const policies = believableRows(rowCount, 'clinic');
  const other = believableRows(rowCount, 'surgery');
  const text = JSON.stringify(policies);
  const packed = await packPolicies(policies);
  const fast = gzipSync(text, { level: 1 });
  const size = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  console.log(
    `stored rows: ${policies.length} rows, ${size(Buffer.byteLength(text))} as JSON, ${size(packed.length)} on disk ` +
      `(limit ${size(limitBytes)}, ${(packed.length / limitBytes).toFixed(2)} × of it; ${(packed.length / fast.length).toFixed(2)} × the fastest packing)`,
  );
  const writeFloor = await median(() => gzipSync(JSON.stringify(policies), { level: 1 }));
  const readFloor = await median(() => JSON.parse(gunzipSync(packed).toString('utf8')));
  const tell = (name: string, milliseconds: number, floor: number) =>
    console.log(
      `${name}: ${milliseconds.toFixed(1)} ms, ${(milliseconds / floor).toFixed(1)} × the floor of ${floor.toFixed(1)} ms`,
    );
  tell('pack', await median(() => packPolicies(policies)), writeFloor);
  tell('open', await median(() => unpackPolicies(packed)), readFloor);
  const side = (of: readonly AssessedPolicy[]) => ({ assessment: assessmentOf(of), policies: of });
  tell('compare two', await median(() => compareAssessments(side(policies), side(other))), readFloor);
  const report = () =>
    assessmentReport({
      assessment: assessmentOf(policies),
      policies: policies.map((policy) => ({ ...policy, target: targetOf(policy), exception: null, expired: null })),
      organization: { name: 'Cedar Clinic', domainName: 'clinic.example' },
      now: new Date(),
      hipaaTitles,
    });
  tell('print as PDF', await median(report, 3), readFloor);
  return packed.length;
}

if ((await measure()) > limitBytes) {
  console.error('An assessment of 400 rows takes more than 100 KB.');
  process.exitCode = 1;
}
