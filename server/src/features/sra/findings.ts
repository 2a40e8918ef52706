import type { AssessedPolicy, Verdict } from '@sentrywell/contract/assessment.ts';

/** What a row is about: a group, else an organizational unit, else ('') the whole customer. */
export function targetOf({ policyQuery }: Pick<AssessedPolicy, 'policyQuery'>): string {
  return policyQuery.group ?? policyQuery.orgUnit;
}

export type FindingKey = { readonly settingType: string; readonly target: string };

/** A setting and a target name a finding; two rows with the same name are one finding. */
export function keyOf({ settingType, target }: FindingKey): string {
  return JSON.stringify([settingType, target]);
}

export function findingOf(policy: AssessedPolicy): FindingKey {
  return { settingType: policy.setting.type, target: targetOf(policy) };
}

const ranks: Readonly<Record<Verdict, number>> = {
  'non-compliant': 5,
  partial: 4,
  unreadable: 3,
  compliant: 2,
  'not-licensed': 1,
  'not-assessed': 0,
};

/** Greater is worse; what does not count comes last. */
export function rankOf(verdict: Verdict): number {
  return ranks[verdict];
}

function worse(one: Verdict, other: Verdict): Verdict {
  return rankOf(other) > rankOf(one) ? other : one;
}

export type JudgedFinding = FindingKey & { readonly verdict: Verdict };

/** @returns each setting and target once, with its worst verdict. */
export function worstByFinding(policies: readonly AssessedPolicy[]): readonly JudgedFinding[] {
  const found = new Map<string, JudgedFinding>();
  for (const policy of policies) {
    const key = findingOf(policy);
    const before = found.get(keyOf(key));
    found.set(keyOf(key), { ...key, verdict: before ? worse(before.verdict, policy.verdict) : policy.verdict });
  }
  return [...found.values()];
}

/** @returns each assessed setting once, with its worst verdict over all targets. */
export function worstBySetting(policies: readonly AssessedPolicy[]): ReadonlyMap<string, Verdict> {
  const found = new Map<string, Verdict>();
  for (const { setting, verdict } of policies) {
    if (verdict !== 'not-assessed') {
      found.set(setting.type, worse(found.get(setting.type) ?? verdict, verdict));
    }
  }
  return found;
}
