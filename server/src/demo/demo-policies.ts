import { type Directory, directoryOf, type Policy, policyAdder } from '../../../emulator/policy.ts';
import { safeValue, type SettingType, settingTypes, weakValue } from '../../../emulator/setting-types.ts';
import { specialPolicies, specialTypes } from '../../../emulator/special-policies.ts';
import { stableRandom } from '../../../emulator/stable-random.ts';

/** What an organization bought: everything, mail alone, or only its people's accounts. */
export type Subscription = 'everything' | 'mail' | 'accounts';

const collaboration = ['calendar', 'chat', 'drive_and_docs', 'meet', 'groups_for_business'];
const turnedOff: Readonly<Record<Subscription, readonly string[]>> = {
  everything: [],
  mail: collaboration,
  accounts: [...collaboration, 'gmail'],
};

function areaOf(type: string): string {
  return /^settings\/([^.]+)\./.exec(type)?.[1] ?? '';
}

function isOrdinary({ type, tier, fields }: SettingType): boolean {
  return tier === 1 && fields.length > 0 && !specialTypes.has(type);
}

/**
 * The settings that an organization may have left weak, in an order of its own. Each one gives exactly one finding: the
 * restriction of external chats is judged together with another setting, so it is left alone.
 */
export function weakCandidates(domain: string, subscription: Subscription): readonly string[] {
  const random = stableRandom(`weak spots of ${domain}`);
  const off = turnedOff[subscription];
  return settingTypes
    .filter((setting) => isOrdinary(setting) && setting.type !== 'settings/chat.external_chat_restriction')
    .map(({ type }) => type)
    .filter((type) => !off.includes(areaOf(type)))
    .map((type) => ({ type, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ type }) => type);
}

const partlyWeak: ReadonlySet<string> = new Set([
  'settings/drive_and_docs.external_sharing',
  'settings/drive_and_docs.shared_drive_creation',
  'settings/gmail.email_attachment_safety',
  'settings/gmail.spoofing_and_authentication',
  'settings/groups_for_business.groups_sharing',
  'settings/security.password',
]);

/** Where much can be set, only every second thing was left weak: a setting that is partly right. */
function valueOf({ type, fields }: SettingType, weak: boolean, subscription: Subscription): Record<string, unknown> {
  const partly = subscription === 'everything' && partlyWeak.has(type);
  return Object.fromEntries(
    fields.map((field, index) => [
      field.name,
      weak && !(partly && index % 2 === 1) ? weakValue(field) : safeValue(field),
    ]),
  );
}

/** The Workspace of an organization in which everything follows the best practice but the settings named. */
export function demoPolicies(
  { domain, subscription }: { readonly domain: string; readonly subscription: Subscription },
  weak: ReadonlySet<string>,
): Policy[] {
  const directory = directoryOf(domain);
  const policies: Policy[] = [];
  const add = policyAdder(directory, policies);
  const root = { orgUnit: directory.orgUnits[0], by: 'ADMIN' } as const;
  for (const setting of settingTypes) {
    if (isOrdinary(setting)) {
      add(setting.type, root, valueOf(setting, weak.has(setting.type), subscription));
    } else if (setting.tier > 1 && setting.type.endsWith('.service_status')) {
      const disabled = turnedOff[subscription].includes(areaOf(setting.type));
      add(setting.type, root, { serviceState: disabled ? 'DISABLED' : 'ENABLED' });
    }
  }
  // Careful throughout: every chance turns out well.
  specialPolicies(add, directory, { random: () => 0, care: 1 });
  add('settings/chat.chat_history', root, { historyOnByDefault: true, allowUserModification: false });
  return policies.filter((policy) => !isLooseGroupPolicy(policy, directory));
}

/** What one group may do that the organization may not: a finding that the demo does not want. */
function isLooseGroupPolicy({ policyQuery, setting }: Policy, { group }: Directory): boolean {
  return policyQuery.group === group && setting.type === 'settings/gmail.imap_access';
}
