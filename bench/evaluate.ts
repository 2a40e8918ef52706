import { policiesOf } from '../emulator/policies.ts';
import { directoryOf } from '../emulator/policy.ts';
import { catalogue } from '../server/src/features/sra/catalogue.ts';
import { evaluatePolicies } from '../server/src/features/sra/evaluate-policies.ts';
import { parsePolicyPage } from '../server/src/features/sra/policy-shape.ts';
import { reducePolicies } from '../server/src/features/sra/reduce-policies.ts';

export type Measured = {
  readonly name: string;
  readonly milliseconds: number;
  /** What the least possible work on the same data takes, in the same run. */
  readonly floorMilliseconds: number;
  readonly ratio: number;
  readonly rows: number;
};

const policyCount = 5000;

// One large organization: a believable Workspace whose settings are set again in unit after unit.
function largeOrganization(): string {
  const base = policiesOf(directoryOf('large-organization.example'));
  const policies = Array.from({ length: policyCount }, (_, index) => {
    const unit = Math.floor(index / base.length);
    const policy = base[index % base.length];
    if (policy === undefined || unit === 0) return policy;
    const { name, policyQuery } = policy;
    const query = { ...policyQuery, orgUnit: `orgUnits/unit${unit}`, sortOrder: policyQuery.sortOrder + 101 };
    return { ...policy, name: `${name}${unit}`, policyQuery: query, type: 'ADMIN' };
  });
  return JSON.stringify({ policies });
}

// The floor: reading the answer and looking once at every value of every policy.
function lookOnce(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let seen = 0;
  for (const item of Object.values(value)) seen += lookOnce(item);
  return seen;
}

function median(run: () => void, rounds = 15): number {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
}

/** Reads, reduces and evaluates 5,000 policies; the ratio says how often the floor fits into it. */
export function benchEvaluate(): readonly Measured[] {
  const body = largeOrganization();
  const read = parsePolicyPage(body);
  if ('failure' in read) throw new Error(read.failure);
  const { policies } = read.page;
  const evaluate = (): number => {
    return evaluatePolicies(reducePolicies(policies, { catalogue }), { catalogue, tier: 2, now: new Date() }).length;
  };
  const rows = evaluate();
  const floorMilliseconds = median(() => void lookOnce(JSON.parse(body)));
  const measured = (name: string, run: () => void): Measured => {
    const milliseconds = median(run);
    return { name, milliseconds, floorMilliseconds, ratio: milliseconds / floorMilliseconds, rows };
  };
  return [
    measured('read 5,000 policies', () => void parsePolicyPage(body)),
    measured('reduce and evaluate 5,000 policies', () => void evaluate()),
  ];
}

if (import.meta.main) {
  for (const { name, milliseconds, floorMilliseconds, ratio, rows } of benchEvaluate()) {
    console.log(
      `${name}: ${milliseconds.toFixed(1)} ms, ${ratio.toFixed(2)} × the floor of ${floorMilliseconds.toFixed(1)} ms (${rows} rows)`,
    );
  }
}
