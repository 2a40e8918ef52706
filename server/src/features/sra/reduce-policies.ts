import { aggregateAlerts, aggregateDataProtection } from './aggregate-rules.ts';
import type { Catalogue } from './catalogue.ts';
import { type Combined, joinLists, mergeFields } from './combine-values.ts';
import { type OrgUnitParents, type OrgUnits, orgUnitsOf } from './org-units.ts';
import type { GooglePolicy, JsonObject } from './policy-shape.ts';

/** What is in force for one setting in one place. */
export type EffectivePolicy = {
  readonly type: string;
  /** `orgUnits/{id}`; empty where Google names no unit at all. */
  readonly orgUnit: string;
  readonly group: string | undefined;
  /** Undefined where the value cannot be read, or where nothing is known of it. */
  readonly value: JsonObject | undefined;
  /** The policies that had a say, strongest first; none where Google sent none. */
  readonly policies: readonly GooglePolicy[];
};

export type ReducedPolicies = {
  readonly root: string;
  readonly customer: string;
  readonly rows: readonly EffectivePolicy[];
  /** @returns the unit itself first, then its ancestors, the root last. */
  readonly chainOf: OrgUnits['chainOf'];
  /** @returns what is in force in a unit, inherited or not; undefined where Google sent nothing for this setting. */
  readonly inForce: (type: string, orgUnit: string) => JsonObject | 'unreadable' | undefined;
  /** Whether Google sent the state of any service: only then does a missing state mean that there is no licence. */
  readonly knowsServices: boolean;
};

type Reducer = Catalogue['settings'][number]['reducer'];
type Scopes = ReadonlyMap<string, readonly GooglePolicy[]>;

function groupBy(
  policies: readonly GooglePolicy[],
  keyOf: (policy: GooglePolicy) => string,
): Map<string, GooglePolicy[]> {
  const groups = new Map<string, GooglePolicy[]>();
  for (const policy of policies) {
    const group = groups.get(keyOf(policy));
    if (group === undefined) groups.set(keyOf(policy), [policy]);
    else group.push(policy);
  }
  return groups;
}

// Greatest sortOrder first. A tie, which Google does not promise to avoid, goes to the administrator, then by name.
function strongestFirst(policies: readonly GooglePolicy[]): readonly GooglePolicy[] {
  if (policies.length < 2) return policies;
  return policies.toSorted(
    (one, other) =>
      other.sortOrder - one.sortOrder || one.by.localeCompare(other.by) || (one.name < other.name ? -1 : 1),
  );
}

function combine(reducer: Reducer, policies: readonly GooglePolicy[]): Combined {
  const strongest = policies.slice(0, 1);
  switch (reducer) {
    case 'merge':
      return mergeFields(policies);
    case 'maxMap':
      return joinLists(policies);
    case 'max':
    case 'list':
    case 'aggregate':
      return { value: strongest[0]?.value, policies: strongest };
    default:
      return reducer satisfies never;
  }
}

type OfType = { readonly type: string; readonly reducer: Reducer; readonly policies: readonly GooglePolicy[] };

function aggregateRow({ type, policies }: OfType, units: OrgUnits): EffectivePolicy {
  const sorted = strongestFirst(policies);
  const value = type === 'settings/rule.dlp' ? aggregateDataProtection(sorted) : aggregateAlerts(sorted);
  return { type, orgUnit: units.root, group: undefined, value, policies: sorted };
}

// Of two equally strong policies the nearer one counts: the chain begins at the unit itself, and sorting keeps that.
function inheritedPolicies(scopes: Scopes, chain: readonly string[]): readonly GooglePolicy[] {
  const nearestFirst = chain.flatMap((unit) => strongestFirst(scopes.get(unit) ?? []));
  return nearestFirst.toSorted((one, other) => other.sortOrder - one.sortOrder);
}

// A unit has a row when one of its own policies had a say there: what it only inherits stands in the root's row.
function unitRows({ type, reducer, policies }: OfType, units: OrgUnits): readonly EffectivePolicy[] {
  const scopes = groupBy(policies, ({ orgUnit }) => orgUnit || units.root);
  if (reducer === 'list') {
    return policies.map((policy) => ({
      type,
      orgUnit: policy.orgUnit || units.root,
      group: undefined,
      value: policy.value,
      policies: [policy],
    }));
  }
  const rows: EffectivePolicy[] = [];
  for (const orgUnit of scopes.keys()) {
    const combined = combine(reducer, inheritedPolicies(scopes, units.chainOf(orgUnit)));
    const hadSay = combined.policies.some((policy) => (policy.orgUnit || units.root) === orgUnit);
    if (hadSay) rows.push({ type, orgUnit, group: undefined, ...combined });
  }
  return rows;
}

// How a group's policies rank against those of units is not settled, so they never mix.
function groupRows({ type, reducer, policies }: OfType, units: OrgUnits): readonly EffectivePolicy[] {
  const scopes = groupBy(policies, ({ orgUnit, group }) => `${orgUnit} ${group ?? ''}`);
  return [...scopes.values()].flatMap((own) => {
    const first = own[0];
    if (first === undefined) return [];
    return { type, orgUnit: first.orgUnit || units.root, group: first.group, ...combine(reducer, strongestFirst(own)) };
  });
}

function rowsOf(ofType: OfType, units: OrgUnits): readonly EffectivePolicy[] {
  if (ofType.reducer === 'aggregate') return [aggregateRow(ofType, units)];
  const ofUnits = ofType.policies.filter(({ group }) => group === undefined);
  const ofGroups = ofType.policies.filter(({ group }) => group !== undefined);
  return [...unitRows({ ...ofType, policies: ofUnits }, units), ...groupRows({ ...ofType, policies: ofGroups }, units)];
}

/** @returns the defaults that Google publishes for a setting; undefined where it publishes none. */
export function defaultsOf(setting: Catalogue['settings'][number]): JsonObject | undefined {
  const known = setting.fields.flatMap(({ name, default: value }) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

function missingRows(
  catalogue: Catalogue,
  tier: number,
  root: string,
  rows: readonly EffectivePolicy[],
): readonly EffectivePolicy[] {
  const present = new Set(
    rows.filter(({ orgUnit, group }) => orgUnit === root && group === undefined).map(({ type }) => type),
  );
  return catalogue.settings
    .filter((setting) => setting.tier <= tier && !present.has(setting.type))
    .map((setting) => ({
      type: setting.type,
      orgUnit: root,
      group: undefined,
      value: defaultsOf(setting),
      policies: [],
    }));
}

export type ReduceOptions = { readonly catalogue: Catalogue; readonly parents?: OrgUnitParents };

// Google leaves out a setting that nobody changed: tier 1 is shown with Google's default then.
const tierWithDefaults = 1;

/** From all policies of an organization to what is in force: one row per setting and place. */
export function reducePolicies(
  policies: readonly GooglePolicy[],
  { catalogue, parents }: ReduceOptions,
): ReducedPolicies {
  const units = orgUnitsOf(policies, parents);
  const byType = groupBy(policies, ({ type }) => type);
  const rows = [...byType].flatMap(([type, ofType]) => {
    return rowsOf({ type, reducer: catalogue.find(type)?.reducer ?? 'max', policies: ofType }, units);
  });
  const scopesOf = new Map<string, Scopes>();
  const scopes = (type: string): Scopes => {
    const ofUnits = (byType.get(type) ?? []).filter(({ group }) => group === undefined);
    const found = scopesOf.get(type) ?? groupBy(ofUnits, ({ orgUnit }) => orgUnit || units.root);
    scopesOf.set(type, found);
    return found;
  };
  return {
    root: units.root,
    customer: policies.find(({ customer }) => customer !== '')?.customer ?? '',
    rows: [...rows, ...missingRows(catalogue, tierWithDefaults, units.root, rows)],
    chainOf: units.chainOf,
    inForce: (type, orgUnit) => {
      const chain = inheritedPolicies(scopes(type), units.chainOf(orgUnit));
      if (chain.length === 0) return undefined;
      return combine(catalogue.find(type)?.reducer ?? 'max', chain).value ?? 'unreadable';
    },
    knowsServices: [...byType.keys()].some((type) => type.endsWith('.service_status')),
  };
}
