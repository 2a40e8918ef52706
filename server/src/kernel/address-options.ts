/** What a value of an option has to be: whether it is so, and the words for it. */
export type OptionRule = { readonly fits: (value: string) => boolean; readonly words: string };

/** Whether user and password can be read: a sign such as % stands there in its own code (%25). */
export function hasReadableUser(text: string): boolean {
  try {
    const { username, password } = new URL(text);
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch {
    return false;
  }
}

/** The port behind the host alone makes an address unreadable, and nobody would look for it there. */
export function hasImpossiblePort(text: string): boolean {
  const [, port] = /^[^?#]*:(\d+)(?=[/?#]|$)/.exec(text) ?? [];
  return !URL.canParse(text) && Number(port) > 65_535;
}

/** The whole numbers of at most so many digits that lie between the two. */
export function wholeNumber(minimum: number, maximum: number, unit = ''): OptionRule {
  return {
    fits: (value) => /^\d{1,10}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum,
    words: `a whole number from ${minimum} to ${maximum}${unit}`,
  };
}

export function oneOf(...values: readonly string[]): OptionRule {
  return { fits: (value) => values.includes(value), words: `one of ${values.join(', ')}` };
}

/** What is wrong with the first option whose rule is broken; undefined: nothing. An option without a rule may be anything. */
export function brokenRule(
  options: Iterable<readonly [string, string]>,
  rules: ReadonlyMap<string, OptionRule>,
): string | undefined {
  for (const [option, value] of options) {
    const rule = rules.get(option);
    if (rule !== undefined && !rule.fits(value)) {
      return `must say ${option} as ${rule.words}`;
    }
  }
  return undefined;
}
