/** A value of a setting as a person reads it. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') {
    return value === '' ? '(empty)' : value;
  }
  if (value === undefined) {
    return '-';
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? '(none)' : value.map(shownValue).join(', ');
  }
  return JSON.stringify(value);
}

/** 'warnOnInvite' → 'Warn on invite', 'allowPOPAccess' → 'Allow POP access'. */
export function shownName(name: string): string {
  const words = name
    .replaceAll(/[._]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The last part of a path such as `orgUnits/03ph8a2z`, or '-' (specification §2). */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || '-';
}

/** 'drive_and_docs' → 'DRIVE AND DOCS' (specification §2). */
export function sectionTitle(area: string): string {
  return area.replaceAll('_', ' ').toUpperCase();
}

/** The remedy's steps: it comes as one string, joined by commas (specification §3). */
export function stepsOf(remedy: string): readonly string[] {
  return remedy
    .split(', ')
    .map((step) => step.trim())
    .filter((step) => step !== '');
}

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
      is: shownValue(is),
      isMet,
      shouldBe: isMet === false ? shownValue(bestPractice[key]) : undefined,
    };
  });
  return shown.toSorted((one, other) => Number(one.isMet !== false) - Number(other.isMet !== false));
}
