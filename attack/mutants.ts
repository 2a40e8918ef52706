/** A copy of a source text with one small thing changed. */
export type Mutant = { readonly line: number; readonly what: string; readonly text: string };

type Change = readonly [RegExp, (found: string) => string];

const changes: readonly Change[] = [
  [/===/g, () => '!=='],
  [/!==/g, () => '==='],
  [/&&/g, () => '||'],
  [/\|\|/g, () => '&&'],
  [/\?\?/g, () => '&&'],
  [/\btrue\b(?!['\w])/g, () => 'false'],
  [/\bfalse\b(?!['\w])/g, () => 'true'],
  [/(?<=[\s(,])-1\b/g, () => '1'],
  [/!(?=[a-zA-Z(])(?!==)/g, () => ''],
  [/\.some\(/g, () => '.every('],
  [/(?<=[[,(]\s*|\.\.\.\w+, )'[A-Z]+_[A-Z_]+'(?=\s*[\],])/g, () => "'NOBODY'"],
  [/shownTo: 'all'/g, () => 'shownTo: []'],
  [/\.\.\.mspRoles/g, () => '...[]'],
  [
    /return (?!await|\(|;)[^;{]{3,90};/g,
    (found) => (/return true;/.test(found) ? 'return false;' : 'return undefined as never;'),
  ],
  [/throw new Refusal\([^)]*\);/g, () => 'void 0;'],
  [/await enterTenantOf\(db, id\);/g, () => 'void 0;'],
  [/switchTenant\(db, row\.tenantId\);/g, () => 'void 0;'],
];

/** What the compiler alone would refuse, or what no run can tell from the original. */
const withoutMeaning = /^\s*(readonly |\/\*|\*|\/\/|import |export type |type |\|)/;

export function mutantsOf(source: string): Mutant[] {
  const found: Mutant[] = [];
  for (const [pattern, change] of changes) {
    for (const match of source.matchAll(pattern)) {
      const line = source.slice(0, match.index).split('\n').length;
      const whole = source.split('\n')[line - 1] ?? '';
      if (!withoutMeaning.test(whole)) {
        const now = change(match[0]);
        const text = `${source.slice(0, match.index)}${now}${source.slice(match.index + match[0].length)}`;
        found.push({ line, what: `${match[0].trim()} → ${now === '' ? 'nothing' : now}`, text });
      }
    }
  }
  return found;
}
