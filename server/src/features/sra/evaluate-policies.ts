import type { AssessedPolicy, Verdict } from '@sentrywell/contract/assessment.ts';
import { lastSegment } from '@sentrywell/contract/setting-words.ts';
import type { Catalogue, CatalogueSetting } from './catalogue.ts';
import { judgeCustom } from './custom-rules.ts';
import { type FieldFinding, type FieldResult, judgeField } from './field-rules.ts';
import type { Json, JsonObject } from './policy-shape.ts';
import { defaultsOf, type EffectivePolicy, type ReducedPolicies } from './reduce-policies.ts';
import { compareSettings } from './score.ts';
import { serviceStatesOf, type ServiceStates } from './service-states.ts';

export type EvaluateOptions = {
  readonly catalogue: Catalogue;
  /** 1: the default set; 2: with the additional settings. */
  readonly tier: 1 | 2;
  /** The moment of the assessment: rules about dates ask it. */
  readonly now: Date;
};

type Outcome = Pick<AssessedPolicy, 'verdict' | 'bestPractice' | 'remedy'> & {
  readonly value: JsonObject;
  readonly note?: string;
};

function noteOf(...parts: readonly (string | undefined)[]): { readonly note?: string } {
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? {} : { note: said.join(' ') };
}

const namedAtMost = 5;

/** 'a, b and c'; of many the first few. */
function listed(names: readonly string[]): string {
  const named = names.slice(0, namedAtMost);
  const rest = names.length - named.length;
  const parts = rest > 0 ? [...named, `${rest} more`] : named;
  const [last = '', ...before] = parts.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
}

function outside(verdict: Verdict, value: JsonObject, note: string): Outcome {
  return { verdict, value, bestPractice: {}, remedy: '', note };
}

// The setting that says whether the service behind a setting is on at all.
function serviceOf(setting: CatalogueSetting, catalogue: Catalogue): CatalogueSetting | undefined {
  const ownAnswer = setting.type.endsWith('.service_status') || setting.type.endsWith('.user_takeout');
  return ownAnswer ? undefined : catalogue.find(`settings/${setting.area}.service_status`);
}

type Service = {
  /** Why the row does not count; undefined: the service is on. */
  readonly missing?: string;
  /** Where it is on although it is off where the row stands. */
  readonly note?: string;
};

function serviceBehind(row: EffectivePolicy, setting: CatalogueSetting, context: Context): Service {
  const service = serviceOf(setting, context.options.catalogue);
  if (service === undefined) {
    const isMissing = setting.type.endsWith('.service_status') && row.policies.length === 0;
    return isMissing && context.reduced.knowsServices
      ? { missing: `${setting.title}: not part of the subscription.` }
      : {};
  }
  const reach = context.services.reachOf(row, service);
  switch (reach.kind) {
    case 'on':
      return {};
    case 'on-elsewhere': {
      const places = listed(reach.places.map(lastSegment));
      return { note: `${service.title} is off here and on in ${places}, where this is in force.` };
    }
    case 'off':
      return { missing: `${service.title} is turned off here.` };
    case 'not-licensed':
      return { missing: `${service.title} is not part of the subscription.` };
    default:
      return reach satisfies never;
  }
}

function resultsOf(
  row: EffectivePolicy,
  setting: CatalogueSetting,
  values: JsonObject,
  context: Context,
): readonly (readonly [string, FieldResult])[] {
  const { reduced, now } = context;
  return setting.fields.map((field) => {
    const is: Json | undefined = values[field.name];
    if (field.rule.kind !== 'custom') return [field.name, judgeField({ field, values, now })];
    if (is === undefined) return [field.name, 'not-applicable'];
    return [field.name, judgeCustom(field.rule, { field, is, look: (type) => reduced.inForce(type, row.orgUnit) })];
  });
}

function isFinding(result: FieldResult): result is FieldFinding {
  return typeof result === 'object';
}

function pick(values: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const])),
  );
}

// A group takes what it does not set itself from units that are not known: no default stands in for that.
function inheritsPieces({ group }: EffectivePolicy, { reducer }: CatalogueSetting): boolean {
  return group !== undefined && reducer === 'merge';
}

// What was not read must not look as if it had been.
function whatIsDefault({ policies, value = {} }: EffectivePolicy, judged: readonly string[]): string | undefined {
  if (policies.length === 0) return 'Google sent nothing for this setting here: its default is shown and judged.';
  const missing = judged.filter((name) => !Object.hasOwn(value, name));
  if (missing.length === 0) return undefined;
  return `Google sent no value for ${listed(missing.toSorted())}: the default is shown and judged.`;
}

function assess(row: EffectivePolicy, setting: CatalogueSetting, context: Context): Outcome {
  if (row.value === undefined) {
    return row.policies.length === 0
      ? outside(
          'not-assessed',
          {},
          'Google sent nothing for this setting here: it was never set or is not part of the subscription.',
        )
      : outside('unreadable', {}, 'Google sent a value in a shape that this catalogue does not know.');
  }
  const values: JsonObject = { ...(inheritsPieces(row, setting) ? {} : defaultsOf(setting)), ...row.value };
  const results = resultsOf(row, setting, values, context);
  const unreadable = results.filter(([, result]) => result === 'unreadable').map(([name]) => name);
  if (unreadable.length > 0) {
    const note = `Google sent a value that this catalogue does not know: ${unreadable.join(' and ')}.`;
    return outside(
      'unreadable',
      pick(
        row.value,
        results.filter(([, result]) => result !== 'not-applicable').map(([name]) => name),
      ),
      note,
    );
  }
  const findings = results.map(([, result]) => result).filter(isFinding);
  if (findings.length === 0)
    return outside('not-assessed', row.value, 'The catalogue has no best practice for this setting.');
  const value = Object.fromEntries(findings.map(({ key, is }) => [key, is]));
  const bestPractice = Object.fromEntries(findings.map(({ key, shouldBe }) => [key, shouldBe]));
  const verdict = compareSettings(value, bestPractice);
  const remedy = verdict === 'compliant' ? '' : setting.remedy.join(', ');
  return { verdict, value, bestPractice, remedy, ...noteOf(whatIsDefault(row, Object.keys(value))) };
}

function outcomeOf(row: EffectivePolicy, setting: CatalogueSetting | undefined, context: Context): Outcome {
  if (setting === undefined)
    return outside('not-assessed', row.value ?? {}, 'The catalogue does not know this setting.');
  const { missing, note } = serviceBehind(row, setting, context);
  if (missing === undefined) {
    const outcome = assess(row, setting, context);
    return { ...outcome, ...noteOf(outcome.note, note) };
  }
  const names = setting.fields.filter(({ rule }) => rule.kind !== 'informational').map(({ name }) => name);
  return outside('not-licensed', pick(row.value ?? {}, names), missing);
}

type Context = {
  readonly reduced: ReducedPolicies;
  readonly services: ServiceStates;
  readonly options: EvaluateOptions;
  readonly now: number;
};

function areaOf(type: string): string {
  return /^settings\/([^.]+)\./.exec(type)?.[1] ?? 'other';
}

function titleOf(type: string): string {
  return type.replace(/^settings\//, '').replaceAll(/[._]/g, ' ');
}

const unknownTier = 3;

function describe(
  type: string,
  setting: CatalogueSetting | undefined,
): Pick<AssessedPolicy, 'area' | 'title' | 'tier' | 'scuba' | 'cis' | 'hipaa'> {
  if (setting === undefined)
    return { area: areaOf(type), title: titleOf(type), tier: unknownTier, scuba: [], cis: [], hipaa: [] };
  const { area, title, tier, scuba, cis, hipaa } = setting;
  return { area, title, tier, scuba: [...scuba], cis: [...cis], hipaa: [...hipaa] };
}

// One policy is shown as it came; several that count together as a list; none where Google sent none.
function rawOf({ policies }: EffectivePolicy): unknown {
  return policies.length === 1 ? policies[0]?.raw : policies.map(({ raw }) => raw);
}

function toRow(row: EffectivePolicy, context: Context): AssessedPolicy {
  const setting = context.options.catalogue.find(row.type);
  const { value, note, ...outcome } = outcomeOf(row, setting, context);
  const [strongest] = row.policies;
  return {
    name: strongest?.name ?? '',
    customer: strongest?.customer ?? context.reduced.customer,
    policyQuery: { orgUnit: row.orgUnit, ...(row.group === undefined ? {} : { group: row.group }) },
    setting: { type: row.type, value },
    ...outcome,
    ...describe(row.type, setting),
    ...(note === undefined ? {} : { note }),
    raw: rawOf(row),
  };
}

// Google promises no order; the page and the comparison of two assessments need one. The root comes before its units.
function placeOf({ type, orgUnit, group = '' }: EffectivePolicy, root: string): string {
  return [type, group === '' ? '0' : '1', orgUnit === root ? '' : orgUnit, group].join(' ');
}

function inOrder(rows: readonly EffectivePolicy[], root: string): readonly EffectivePolicy[] {
  const placed = rows.map((row) => ({ row, place: placeOf(row, root) }));
  placed.sort((one, other) => (one.place < other.place ? -1 : Number(one.place > other.place)));
  return placed.map(({ row }) => row);
}

/**
 * From what is in force to what the assessment shows: each row with best practice, verdict and remedy. Settings of
 * tiers that were not asked for are left out; settings that the catalogue does not know are kept (ruling R26).
 */
export function evaluatePolicies(reduced: ReducedPolicies, options: EvaluateOptions): readonly AssessedPolicy[] {
  const context: Context = { reduced, services: serviceStatesOf(reduced), options, now: options.now.getTime() };
  const shown = reduced.rows.filter(({ type }) => (options.catalogue.find(type)?.tier ?? 0) <= options.tier);
  return inOrder(shown, reduced.root).map((row) => toRow(row, context));
}
