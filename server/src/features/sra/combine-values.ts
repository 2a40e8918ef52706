import { type GooglePolicy, isJsonList, isJsonObject, type Json, type JsonObject } from './policy-shape.ts';

/** What several policies of one setting say together, and which of them had a say. */
export type Combined = { readonly value: JsonObject | undefined; readonly policies: readonly GooglePolicy[] };

/** Google's 'merge': each field from the strongest policy that has it; lists are joined. */
export function mergeFields(strongestFirst: readonly GooglePolicy[]): Combined {
  const merged = new Map<string, Json>();
  const used: GooglePolicy[] = [];
  for (const policy of strongestFirst) {
    if (policy.value === undefined) return { value: undefined, policies: [policy] };
    let spoke = used.length === 0;
    for (const [name, value] of Object.entries(policy.value)) {
      const before = merged.get(name);
      const both = isJsonList(before) && isJsonList(value) ? [...before, ...value] : undefined;
      if (before !== undefined && both === undefined) continue;
      merged.set(name, both ?? value);
      spoke = true;
    }
    if (spoke) used.push(policy);
  }
  return { value: Object.fromEntries(merged), policies: used };
}

function keyOf(entry: Json): string | undefined {
  if (!isJsonObject(entry)) return undefined;
  const key = entry['ruleId'] ?? entry['id'];
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined;
}

// Entries without a key cannot be matched: each stands for itself.
function joinByKey(strong: readonly Json[], weak: readonly Json[]): readonly Json[] {
  const known = new Set(strong.map(keyOf));
  const added = weak.filter((entry) => keyOf(entry) === undefined || !known.has(keyOf(entry)));
  return [...strong, ...added];
}

/** Google's 'max map': lists are joined by the entries' key, and of one key the strongest policy's entry counts. */
export function joinLists(strongestFirst: readonly GooglePolicy[]): Combined {
  const joined = new Map<string, Json>();
  for (const { value } of strongestFirst) {
    if (value === undefined) return { value: undefined, policies: strongestFirst };
    for (const [name, weak] of Object.entries(value)) {
      const strong = joined.get(name);
      if (strong === undefined) joined.set(name, weak);
      else if (isJsonList(strong) && isJsonList(weak)) joined.set(name, joinByKey(strong, weak));
    }
  }
  return { value: Object.fromEntries(joined), policies: strongestFirst };
}
