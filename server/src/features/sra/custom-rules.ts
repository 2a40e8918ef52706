import type { CatalogueField, CatalogueRule } from './catalogue.ts';
import type { FieldResult } from './field-rules.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from './policy-shape.ts';

/** What a rule sees that looks beyond its own setting. */
export type CustomQuestion = {
  readonly field: CatalogueField;
  readonly is: Json;
  /** @returns what is in force for another setting in the same place; undefined where Google sent nothing for it. */
  readonly look: (type: string) => JsonObject | 'unreadable' | undefined;
};

type CustomRule = Extract<CatalogueRule, { kind: 'custom' }>;
/** What is wrong, in a few words each; undefined where it cannot be told. */
type Faults = readonly string[] | undefined;

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return isJsonList(value) ? value.filter(isJsonObject) : [];
}

// Google lists restricted services only: one that is missing, or restricted for high-risk access alone, is open.
function openServices(rule: CustomRule, is: Json): Faults {
  if (!isJsonList(is)) return undefined;
  const restricted = new Set(
    objectsIn(is)
      .filter((entry) => entry['isEnabled'] === false)
      .map((entry) => entry['scopesGroup']),
  );
  return (rule.services ?? []).filter((service) => !restricted.has(service)).map((service) => `${service} is open`);
}

/** @returns the entries of a list; undefined where it has another shape. None where nothing was sent. */
function entriesOf(list: Json | undefined = []): readonly JsonObject[] | undefined {
  return isJsonList(list) && list.every(isJsonObject) ? list : undefined;
}

/** The entries of a list that is the value of another setting. */
function lookedUp(look: CustomQuestion['look'], type: string, name: string): readonly JsonObject[] | undefined {
  const value = look(type);
  return value === 'unreadable' ? undefined : entriesOf(value?.[name]);
}

// A switch that Google left out is off; one that is neither on nor off cannot be read.
function isSwitch(value: Json | undefined): boolean {
  return value === undefined || typeof value === 'boolean';
}

function enabledRules(look: CustomQuestion['look']): ReadonlySet<Json | undefined> | undefined {
  const states = lookedUp(look, 'settings/gmail.rule_states', 'ruleStates');
  if (states === undefined || !states.every(({ enabled }) => isSwitch(enabled))) return undefined;
  return new Set(states.filter(({ enabled }) => enabled === true).map(({ ruleId }) => ruleId));
}

function storageOff(is: Json, look: CustomQuestion['look']): Faults {
  const enabled = enabledRules(look);
  if (typeof is !== 'string' || enabled === undefined) return undefined;
  return enabled.has(is) ? [] : ['the rule is switched off'];
}

function addressesOf({ addressList = {} }: JsonObject): readonly string[] | undefined {
  const entries = isJsonObject(addressList) ? entriesOf(addressList['address']) : undefined;
  const addresses = entries?.flatMap(({ address }) => (typeof address === 'string' ? [address] : []));
  return addresses?.length === entries?.length ? addresses : undefined;
}

// An entry without a name before the @ stands for everybody of the domain.
function isWholeDomain(address: string): boolean {
  return address.indexOf('@') <= 0;
}

function allowlistsOf(rule: JsonObject): readonly Json[] | undefined {
  const ids = ['bypassSenderAllowlist', 'hideWarningBannerSenderAllowlist'].map((name) => rule[name] ?? []);
  return ids.every(isJsonList) ? ids.flat() : undefined;
}

function nameOf(rule: JsonObject): string {
  const description = rule['description'];
  return typeof description === 'string' && description !== '' ? `'${description}'` : 'a rule';
}

// A list that Google did not send, or not so that it can be read, may hold anything: the row must not pass for safe.
function bypassesOf(rule: JsonObject, lists: ReadonlyMap<Json | undefined, JsonObject>): Faults {
  const hidesAll = rule['hideWarningBannerForAll'];
  const addresses = allowlistsOf(rule)?.map((id) => addressesOf(lists.get(id) ?? { addressList: null }));
  if (!isSwitch(hidesAll) || addresses === undefined) return undefined;
  const faults = hidesAll === true ? [`${nameOf(rule)} hides warnings for everybody`] : [];
  for (const ofList of addresses) {
    if (ofList === undefined) return undefined;
    const domains = ofList.filter(isWholeDomain);
    if (domains.length > 0) faults.push(`${nameOf(rule)} lets in all of ${domains.join(' and ')}`);
  }
  return faults;
}

function wideBypasses(is: Json, look: CustomQuestion['look']): Faults {
  const rules = entriesOf(is);
  if (rules?.length === 0) return [];
  const enabled = enabledRules(look);
  const lists = lookedUp(look, 'settings/gmail.email_address_lists', 'emailAddressList');
  if (rules === undefined || enabled === undefined || lists === undefined) return undefined;
  const byId = new Map(lists.map((list) => [list['id'], list]));
  const found = rules.filter(({ ruleId }) => enabled.has(ruleId)).map((rule) => bypassesOf(rule, byId));
  return found.every((faults) => faults !== undefined) ? found.flat() : undefined;
}

function faultsOf(rule: CustomRule, { is, look }: CustomQuestion): Faults {
  switch (rule.check) {
    case 'every-service-restricted':
      return openServices(rule, is);
    case 'rule-is-on':
      return storageOff(is, look);
    case 'no-wide-bypass':
      return wideBypasses(is, look);
    default:
      return rule.check satisfies never;
  }
}

/** Judges a field by a rule that looks up other settings. */
export function judgeCustom(rule: CustomRule, question: CustomQuestion): FieldResult {
  const { field, is } = question;
  const faults = faultsOf(rule, question);
  if (faults === undefined) return 'unreadable';
  return { key: field.name, is, shouldBe: faults.length === 0 ? is : `${rule.shouldBe} (${faults.join('; ')})` };
}
