import type { CatalogueField, CatalogueRule } from './catalogue.ts';
import type { FieldResult } from './field-rules.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from './policy-shape.ts';

/** What a rule sees that looks beyond its own setting. */
export type CustomQuestion = {
  readonly field: CatalogueField;
  readonly is: Json;
  /** @returns what is in force for another setting in the same place. */
  readonly look: (type: string) => JsonObject | undefined;
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

function enabledRules(look: CustomQuestion['look']): ReadonlySet<Json | undefined> {
  const states = objectsIn(look('settings/gmail.rule_states')?.['ruleStates']);
  return new Set(states.filter((state) => state['enabled'] === true).map((state) => state['ruleId']));
}

function storageOff(is: Json, look: CustomQuestion['look']): Faults {
  if (typeof is !== 'string') return undefined;
  return enabledRules(look).has(is) ? [] : ['the rule is switched off'];
}

function addressesOf(list: JsonObject): readonly string[] {
  const part = list['addressList'];
  const addresses = isJsonObject(part) ? objectsIn(part['address']) : [];
  return addresses.flatMap(({ address }) => (typeof address === 'string' ? [address] : []));
}

// An entry without a name before the @ stands for everybody of the domain.
function isWholeDomain(address: string): boolean {
  return address.indexOf('@') <= 0;
}

function allowlistsOf(rule: JsonObject): readonly Json[] {
  return ['bypassSenderAllowlist', 'hideWarningBannerSenderAllowlist'].flatMap((name) => {
    const ids = rule[name];
    return isJsonList(ids) ? ids : [];
  });
}

function nameOf(rule: JsonObject): string {
  const description = rule['description'];
  return typeof description === 'string' && description !== '' ? `'${description}'` : 'a rule';
}

function wideBypasses(is: Json, look: CustomQuestion['look']): Faults {
  if (!isJsonList(is)) return undefined;
  const enabled = enabledRules(look);
  const lists = new Map(
    objectsIn(look('settings/gmail.email_address_lists')?.['emailAddressList']).map((list) => [list['id'], list]),
  );
  const faults: string[] = [];
  for (const rule of objectsIn(is).filter(({ ruleId }) => enabled.has(ruleId))) {
    if (rule['hideWarningBannerForAll'] === true) faults.push(`${nameOf(rule)} hides warnings for everybody`);
    for (const id of allowlistsOf(rule)) {
      const list = lists.get(id);
      // A list that Google did not send may hold anything: the row must not pass for safe.
      if (list === undefined) return undefined;
      const domains = addressesOf(list).filter(isWholeDomain);
      if (domains.length > 0) faults.push(`${nameOf(rule)} lets in all of ${domains.join(' and ')}`);
    }
  }
  return faults;
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
