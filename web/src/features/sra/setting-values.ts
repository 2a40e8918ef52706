import { explained, shownName } from '@sentrywell/contract/setting-words.ts';

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Equal as JSON, whatever the order of an object's keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) {
    return Object.is(one, other);
  }
  if (Array.isArray(one) || Array.isArray(other)) {
    return Array.isArray(one) && Array.isArray(other) && isSameList(one, other);
  }
  const others = new Map<string, unknown>(Object.entries(other));
  const entries: readonly (readonly [string, unknown])[] = Object.entries(one);
  return (
    entries.length === others.size &&
    entries.every(([key, value]) => others.has(key) && isSameJson(value, others.get(key)))
  );
}

export type ShownSetting = {
  readonly key: string;
  readonly name: string;
  readonly is: string;
  /** undefined: there is no best practice to hold it against. */
  readonly isMet: boolean | undefined;
  readonly shouldBe: string | undefined;
};

/** Is and Should be of every value of a policy, those that are wrong first. */
export function settingsOf(
  value: Readonly<Record<string, unknown>>,
  bestPractice: Readonly<Record<string, unknown>>,
): readonly ShownSetting[] {
  const shown = Object.entries(value).map(([key, is]): ShownSetting => {
    const isJudged = Object.hasOwn(bestPractice, key);
    const isMet = isJudged ? isSameJson(is, bestPractice[key]) : undefined;
    return {
      key,
      name: shownName(key),
      is: explained(is),
      isMet,
      shouldBe: isMet === false ? explained(bestPractice[key]) : undefined,
    };
  });
  return shown.toSorted((one, other) => Number(one.isMet !== false) - Number(other.isMet !== false));
}
