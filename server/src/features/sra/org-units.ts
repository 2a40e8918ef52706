import type { GooglePolicy } from './policy-shape.ts';

/** Unit → its parent, both as `orgUnits/{id}`. */
export type OrgUnitParents = ReadonlyMap<string, string>;

export type OrgUnits = {
  /** Empty where no policy names a unit. */
  readonly root: string;
  /** @returns the unit itself first, then its ancestors, the root last. */
  readonly chainOf: (orgUnit: string) => readonly string[];
};

function countSystemPolicies(policies: readonly GooglePolicy[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { orgUnit, by, group } of policies) {
    if (orgUnit !== '' && by === 'SYSTEM' && group === undefined) counts.set(orgUnit, (counts.get(orgUnit) ?? 0) + 1);
  }
  return counts;
}

// sortOrder grows with depth, so the weakest policy of all lies at the root.
function weakestUnit(policies: readonly GooglePolicy[]): string {
  let weakest: GooglePolicy | undefined;
  for (const policy of policies) {
    if (policy.orgUnit !== '' && policy.sortOrder < (weakest?.sortOrder ?? Number.POSITIVE_INFINITY)) weakest = policy;
  }
  return weakest?.orgUnit ?? '';
}

function findRoot(policies: readonly GooglePolicy[]): string {
  const counts = [...countSystemPolicies(policies)];
  counts.sort(([unit, count], [otherUnit, otherCount]) => otherCount - count || (unit < otherUnit ? -1 : 1));
  return counts[0]?.[0] ?? weakestUnit(policies);
}

/**
 * The tree of organizational units, as far as policies show it. The Policy API names units by id alone; their parents
 * are known only to the Admin SDK, which needs a scope of its own. So the root is the unit that carries most of
 * Google's own policies, and every other unit inherits straight from it unless its parent is handed in. Only settings
 * that Google delivers in pieces, and look-ups of other settings, can be wrong by this, and only in a unit whose
 * parent is neither known nor the root: for all others a unit's own policy beats every ancestor's.
 */
export function orgUnitsOf(policies: readonly GooglePolicy[], parents: OrgUnitParents = new Map()): OrgUnits {
  const root = findRoot(policies);
  const chains = new Map<string, readonly string[]>();
  const climb = (orgUnit: string): readonly string[] => {
    const chain = new Set<string>();
    for (let unit: string | undefined = orgUnit; unit !== undefined && !chain.has(unit); unit = parents.get(unit))
      chain.add(unit);
    chain.delete(root);
    return [...chain, root];
  };
  return {
    root,
    chainOf: (orgUnit) => {
      const chain = chains.get(orgUnit) ?? climb(orgUnit);
      chains.set(orgUnit, chain);
      return chain;
    },
  };
}
