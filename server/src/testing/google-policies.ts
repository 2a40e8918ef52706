import { catalogue } from '../features/sra/catalogue.ts';
import { evaluatePolicies } from '../features/sra/evaluate-policies.ts';
import { type GooglePolicy, type JsonObject, parsePolicyPage } from '../features/sra/policy-shape.ts';
import { type ReducedPolicies, reducePolicies } from '../features/sra/reduce-policies.ts';

/** A policy as Google sends it, for tests: set by an administrator for the root unit unless said otherwise. */
export type SentPolicy = {
  readonly type: string;
  readonly value?: unknown;
  readonly name?: string;
  readonly by?: string;
  readonly orgUnit?: string;
  readonly group?: string;
  readonly sortOrder?: number;
};

export const rootUnit = 'orgUnits/root';

let count = 0;

export function sentPolicy({
  type,
  value,
  name,
  by = 'ADMIN',
  orgUnit = rootUnit,
  group,
  sortOrder,
}: SentPolicy): unknown {
  count += 1;
  return {
    name: name ?? `policies/${String(count).padStart(8, '0')}`,
    customer: 'customers/C03example',
    policyQuery: {
      orgUnit,
      ...(group === undefined ? {} : { group }),
      sortOrder: sortOrder ?? (by === 'ADMIN' ? 201 : 101),
    },
    setting: { type: `settings/${type}`, ...(value === undefined ? {} : { value }) },
    type: by,
  };
}

/** @returns policies as the product reads them from an answer of Google's. */
export function readPolicies(sent: readonly SentPolicy[]): readonly GooglePolicy[] {
  const result = parsePolicyPage(JSON.stringify({ policies: sent.map(sentPolicy) }));
  if ('failure' in result) throw new Error(result.failure);
  return result.page.policies;
}

// Makes the root the root, whatever else a test sends.
const anchor: SentPolicy = { type: 'security.passkeys_restriction', value: {}, by: 'SYSTEM' };

export function reduced(sent: readonly SentPolicy[], parents?: ReadonlyMap<string, string>): ReducedPolicies {
  return reducePolicies(readPolicies([anchor, ...sent]), { catalogue, ...(parents === undefined ? {} : { parents }) });
}

/** @returns what is in force for one setting, one entry per place. */
export function inForce(
  sent: readonly SentPolicy[],
  type: string,
  parents?: ReadonlyMap<string, string>,
): readonly { place: string; value: JsonObject | undefined }[] {
  return reduced(sent, parents)
    .rows.filter((row) => row.type === `settings/${type}` && row.policies.length > 0)
    .map(({ orgUnit, group, value }) => ({ place: group ?? orgUnit, value }));
}

const assessedOn = new Date('2026-11-21T12:00:00Z');

export function assessed(sent: readonly SentPolicy[], tier: 1 | 2 = 2): ReturnType<typeof evaluatePolicies> {
  return evaluatePolicies(reduced(sent), { catalogue, tier, now: assessedOn });
}

type Row = ReturnType<typeof assessed>[number];

/** @returns the assessed row of a setting on the root unit. */
export function assessedRow(sent: readonly SentPolicy[], type: string): Row {
  const row = assessed(sent).find(
    ({ setting, policyQuery }) => setting.type === `settings/${type}` && policyQuery.orgUnit === rootUnit,
  );
  if (row === undefined) throw new Error(`There is no row for ${type}`);
  return row;
}

export function outcome(type: string, value: unknown): Pick<Row, 'verdict' | 'bestPractice'> & { value: unknown } {
  const { verdict, bestPractice, setting } = assessedRow([{ type, value }], type);
  return { verdict, value: setting.value, bestPractice };
}
