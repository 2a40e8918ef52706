// npm run bench -- evaluate: 5,000 policies read, reduced and evaluated. --prove: evaluated ten times over.
import { policiesOf } from '../emulator/policies.ts';
import { directoryOf } from '../emulator/policy.ts';
import { catalogue } from '../server/src/features/sra/catalogue.ts';
import { evaluatePolicies } from '../server/src/features/sra/evaluate-policies.ts';
import { parsePolicyPage } from '../server/src/features/sra/policy-shape.ts';
import { reducePolicies } from '../server/src/features/sra/reduce-policies.ts';
import { proves, Table, timeOf } from './load/table.ts';

const policyCount = 5_000;
const rounds = 15;
const times = proves ? 10 : 1;

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

const body = largeOrganization();
const read = parsePolicyPage(body);
if ('failure' in read) throw new Error(read.failure);
const { policies } = read.page;
const evaluate = () =>
  evaluatePolicies(reducePolicies(policies, { catalogue }), { catalogue, tier: 2, now: new Date() });
const floor = await timeOf(() => lookOnce(JSON.parse(body)), rounds);
const told = (milliseconds: number) =>
  `${milliseconds.toFixed(1)} ms, ${(milliseconds / floor).toFixed(2)} × the floor of ${floor.toFixed(1)} ms`;
const count = policyCount.toLocaleString('en');

const table = new Table();
table.add({ what: `read ${count} policies`, measured: told(await timeOf(() => parsePolicyPage(body), rounds)) });
const evaluated = await timeOf(() => {
  for (let time = 0; time < times; time += 1) evaluate();
}, rounds);
table.add({
  what: `reduce and evaluate ${count} policies`,
  measured: `${told(evaluated)}, ${evaluate().length} rows`,
  target: 'under 50 ms',
  holds: evaluated < 50,
});
process.exitCode = table.end('evaluate');
