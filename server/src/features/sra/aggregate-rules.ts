import { type GooglePolicy, isJsonList, isJsonObject, type Json, type JsonObject } from './policy-shape.ts';

function isActive({ value }: GooglePolicy): boolean {
  return value?.['state'] === 'ACTIVE';
}

function triggersOf({ value }: GooglePolicy): readonly Json[] {
  const triggers = value?.['triggers'];
  return isJsonList(triggers) ? triggers : [];
}

// Whether it is at work, and if so on what: where that is not said, a rule that protects would count as none.
function isReadable({ value = {} }: GooglePolicy): boolean {
  const { state, triggers } = value;
  return state === 'INACTIVE' || (state === 'ACTIVE' && isJsonList(triggers));
}

function startsOn(application: string): (policy: GooglePolicy) => boolean {
  const prefix = `google.workspace.${application}.`;
  return (policy) => triggersOf(policy).some((trigger) => typeof trigger === 'string' && trigger.startsWith(prefix));
}

// A rule that only warns or reports has an action too: what blocks is named so, as in driveAction.blockAccess.
function blocks({ value }: GooglePolicy): boolean {
  const action = value?.['action'];
  if (!isJsonObject(action)) return false;
  return Object.values(action).some(
    (part) => isJsonObject(part) && Object.entries(part).some(([name, on]) => name.startsWith('block') && on !== false),
  );
}

/**
 * Google reports one policy per data protection rule: together they say how many are at work for each application.
 * @returns undefined where one of them cannot be read, and so neither their number.
 */
export function aggregateDataProtection(policies: readonly GooglePolicy[]): JsonObject | undefined {
  if (!policies.every(isReadable)) return undefined;
  const active = policies.filter(isActive);
  return {
    activeDriveRules: active.filter(startsOn('drive')).length,
    activeGmailRules: active.filter(startsOn('gmail')).length,
    activeChatRules: active.filter(startsOn('chat')).length,
    activeCalendarRules: active.filter(startsOn('calendar')).length,
    activeBlockingRules: active.filter(blocks).length,
  };
}

/**
 * Google reports one policy per alert that was changed: together they say which alert is on. Strongest first.
 * @returns undefined where one does not say which alert it is about: that one would pass for unchanged.
 */
export function aggregateAlerts(strongestFirst: readonly GooglePolicy[]): JsonObject | undefined {
  const states: { [name: string]: Json } = {};
  for (const { value } of strongestFirst) {
    const name = value?.['displayName'];
    if (typeof name !== 'string') return undefined;
    if (!Object.hasOwn(states, name)) states[name] = value?.['state'] ?? null;
  }
  return states;
}
