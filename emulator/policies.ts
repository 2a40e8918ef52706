import type { JsonObject } from './json.ts';
import { type AddPolicy, type Directory, type Policy, policyAdder } from './policy.ts';
import { type SettingType, safeValue, settingTypes, standardValue, weakValue } from './setting-types.ts';
import { specialPolicies, specialTypes } from './special-policies.ts';
import { stableRandom } from './stable-random.ts';

type Random = () => number;

function valueOf(setting: SettingType, choose: (field: SettingType['fields'][number]) => unknown): JsonObject {
  return Object.fromEntries(setting.fields.map((field) => [field.name, choose(field)]));
}

const coreServices = new Set(
  [
    'gmail',
    'drive_and_docs',
    'calendar',
    'chat',
    'meet',
    'groups_for_business',
    'vault',
    'tasks',
    'keep',
    'classroom',
  ].map((service) => `settings/${service}.service_status`),
);

function addService(add: AddPolicy, setting: SettingType, directory: Directory, random: Random): void {
  const [root, , frontDesk] = directory.orgUnits;
  const enabled = coreServices.has(setting.type) || random() < 0.45;
  add(setting.type, { orgUnit: root, by: 'SYSTEM' }, { serviceState: enabled ? 'ENABLED' : 'DISABLED' });
  if (coreServices.has(setting.type)) return;
  const chance = random();
  if (chance < 0.06) add(setting.type, { orgUnit: root, by: 'ADMIN' }, { serviceState: 'DISABLED' });
  else if (chance > 0.97) add(setting.type, { orgUnit: frontDesk, by: 'ADMIN' }, { serviceState: 'DISABLED' });
}

// How carefully this organization is run: from 0.45 to 0.9, the same on every start.
function careOf(random: Random): number {
  return 0.45 + random() * 0.45;
}

type Chances = { readonly random: Random; readonly care: number };
type Choose = (field: SettingType['fields'][number]) => unknown;

// What only some units got: the clinical staff everything right, the others as it came.
function addForUnits(
  add: AddPolicy,
  setting: SettingType,
  directory: Directory,
  draw: { place: number; chosen: Choose },
): void {
  const [, staff, frontDesk, nurses] = directory.orgUnits;
  const { place, chosen } = draw;
  if (place < 0.07) add(setting.type, { orgUnit: staff, by: 'ADMIN' }, valueOf(setting, safeValue));
  else if (place < 0.14) add(setting.type, { orgUnit: frontDesk, by: 'ADMIN' }, valueOf(setting, chosen));
  else if (place < 0.18) add(setting.type, { orgUnit: nurses, by: 'ADMIN' }, valueOf(setting, chosen));
}

// Google leaves out what nobody set and what its own defaults say.
function isMissing(setting: SettingType, random: Random): boolean {
  if (setting.tier > 1) return random() < 0.25;
  return setting.fields.every((field) => field.standard !== undefined) && random() < 0.08;
}

function addOrdinary(add: AddPolicy, setting: SettingType, directory: Directory, { random, care }: Chances): void {
  const [root] = directory.orgUnits;
  if (isMissing(setting, random)) return;
  const ordinary: Choose = (field) => {
    if (field.standard !== undefined) return standardValue(field);
    return random() < 0.5 ? safeValue(field) : weakValue(field);
  };
  add(setting.type, { orgUnit: root, by: 'SYSTEM' }, valueOf(setting, ordinary));
  if (setting.tier === 3) return;
  const chosen: Choose = (field) => (random() < care ? safeValue(field) : weakValue(field));
  if (random() < 0.45) add(setting.type, { orgUnit: root, by: 'ADMIN' }, valueOf(setting, chosen));
  addForUnits(add, setting, directory, { place: random(), chosen });
}

/** @returns every policy of a Workspace, the same for the same domain on every start. */
export function policiesOf(directory: Directory): Policy[] {
  const random = stableRandom(`policies of ${directory.domain}`);
  const chances: Chances = { random, care: careOf(random) };
  const policies: Policy[] = [];
  const add = policyAdder(directory, policies);
  for (const setting of settingTypes) {
    if (specialTypes.has(setting.type) || setting.fields.length === 0) continue;
    if (setting.type.endsWith('.service_status')) addService(add, setting, directory, random);
    else addOrdinary(add, setting, directory, chances);
  }
  specialPolicies(add, directory, chances);
  // Every third organization does without Chat: its settings are there all the same.
  if (random() < 0.34)
    add('settings/chat.service_status', { orgUnit: directory.orgUnits[0], by: 'ADMIN' }, { serviceState: 'DISABLED' });
  return policies;
}
