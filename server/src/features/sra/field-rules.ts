import type { CatalogueField, CatalogueRule } from './catalogue.ts';
import { type Json, type JsonObject, isJsonList, isJsonObject } from './policy-shape.ts';
import { isSameJson } from './score.ts';

/** One line of a row: what is, and what should be; the same value where the rule is satisfied. */
export type FieldFinding = { readonly key: string; readonly is: Json; readonly shouldBe: Json };
export type FieldResult = FieldFinding | 'unreadable' | 'not-applicable';

/** All values of the setting, with Google's defaults for those that it left out. */
export type FieldQuestion = {
  readonly field: CatalogueField;
  readonly values: JsonObject;
  /** Milliseconds since 1970. */
  readonly now: number;
};

const dayMilliseconds = 86_400_000;

/** @returns the seconds of a duration such as `43200s`; undefined for anything else. */
function secondsOf(value: Json): number | undefined {
  const seconds = typeof value === 'string' ? /^(\d{1,12}(?:\.\d{1,9})?)s$/.exec(value)?.[1] : undefined;
  return seconds === undefined ? undefined : Number(seconds);
}

function instantOf(value: Json): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : instant;
}

const isOfType: Readonly<Record<CatalogueField['valueType'], (value: Json) => boolean>> = {
  bool: (value) => typeof value === 'boolean',
  enum: (value) => typeof value === 'string',
  string: (value) => typeof value === 'string',
  int: (value) => typeof value === 'number' && Number.isInteger(value),
  duration: (value) => secondsOf(value) !== undefined,
  timestamp: (value) => instantOf(value) !== undefined,
  list: isJsonList,
  object: isJsonObject,
};

// With a single known member every other one is a surprise worth a finding, not a reason to look away.
function isKnownMember(field: CatalogueField, value: Json): boolean {
  const members = field.enum ?? [];
  return field.valueType !== 'enum' || members.length < 2 || members.some((member) => member === value);
}

/** @returns whether the value has the shape that the catalogue knows of the field. */
export function isReadable(field: CatalogueField, value: Json): boolean {
  return isOfType[field.valueType](value) && isKnownMember(field, value);
}

function amountOf(value: Json): number {
  return typeof value === 'number' ? value : (secondsOf(value) ?? Number.NaN);
}

type Judgement = { readonly satisfied: boolean; readonly shouldBe: Json };

type SimpleRule = Exclude<CatalogueRule, { kind: 'informational' | 'custom' }>;
type AmountRule = Extract<CatalogueRule, { kind: 'atLeast' | 'atMost' | 'range' }>;

// The day that Google writes for 'never': 2-Step Verification is off.
function isInForce(value: Json, now: number): boolean {
  const instant = instantOf(value);
  return instant !== undefined && instant >= dayMilliseconds && instant <= now;
}

function isWithin(rule: AmountRule, amount: number): boolean {
  if (rule.kind === 'atLeast') return amount >= amountOf(rule.value);
  if (rule.kind === 'atMost') return amount <= amountOf(rule.value);
  return amount >= amountOf(rule.min) && amount <= amountOf(rule.max);
}

function judge(rule: SimpleRule, is: Json, now: number): Judgement {
  switch (rule.kind) {
    case 'equals':
    case 'equalsWhen':
    case 'equalsUnless':
      return { satisfied: isSameJson(is, rule.value), shouldBe: rule.value };
    case 'oneOf':
      return { satisfied: rule.accept.some((accepted) => isSameJson(is, accepted)), shouldBe: rule.value };
    case 'empty':
      return { satisfied: isSameJson(is, []), shouldBe: [] };
    case 'atLeast':
    case 'atMost':
    case 'range':
      return { satisfied: isWithin(rule, amountOf(is)), shouldBe: rule.value };
    case 'timestampInPast':
      return { satisfied: isInForce(is, now), shouldBe: rule.shouldBe };
    default:
      return rule satisfies never;
  }
}

// A field that another one switches off: that other one is shown instead, because it is what makes the row safe.
function switchedOffBy(rule: CatalogueRule, values: JsonObject): FieldFinding | undefined {
  if (rule.kind !== 'equalsUnless') return undefined;
  const { field: key, equals } = rule.unless;
  const is = values[key];
  return is !== undefined && isSameJson(is, equals) ? { key, is, shouldBe: is } : undefined;
}

function appliesTo(rule: CatalogueRule, values: JsonObject): boolean {
  if (rule.kind !== 'equalsWhen') return true;
  return rule.when.in.some((value) => isSameJson(values[rule.when.field] ?? null, value));
}

/** Judges one field by its rule; the custom rules, which look at other settings, are in `custom-rules.ts`. */
export function judgeField({ field, values, now }: FieldQuestion): FieldResult {
  const { name, rule } = field;
  const is = values[name];
  if (rule.kind === 'informational' || rule.kind === 'custom' || is === undefined) return 'not-applicable';
  if (!appliesTo(rule, values)) return 'not-applicable';
  const off = switchedOffBy(rule, values);
  if (off !== undefined) return off;
  if (!isReadable(field, is)) return 'unreadable';
  const { satisfied, shouldBe } = judge(rule, is, now);
  return { key: name, is, shouldBe: satisfied ? is : shouldBe };
}
