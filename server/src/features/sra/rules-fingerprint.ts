import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The modules that decide on a verdict. */
export const judgingModules: readonly string[] = [
  'aggregate-rules.ts',
  'combine-values.ts',
  'custom-rules.ts',
  'evaluate-policies.ts',
  'field-rules.ts',
  'org-units.ts',
  'policy-shape.ts',
  'reduce-policies.ts',
  'score.ts',
  'service-states.ts',
];

const shownDigits = 8;

/** Texts and patterns in the code, which stay as they are: the first alternative of what is looked for below. */
const texts =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[(,=:!?&|]\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//
    .source;
const comments = new RegExp(`(${texts})|//[^\\n]*|/\\*[\\s\\S]*?\\*/`, 'g');
const layout = new RegExp(`(${texts})|,?\\s+(?=[)\\]}])|(?<![\\w$])\\s+|\\s+(?![\\w$])`, 'g');
const space = new RegExp(`(${texts})|\\s+`, 'g');

/** Code without what decides nothing: comments, and how it is laid out. */
export function bareCode(source: string): string {
  return source
    .replaceAll(comments, (_all, text?: string) => text ?? ' ')
    .replaceAll(space, (_all, text?: string) => text ?? ' ')
    .replaceAll(layout, (_all, text?: string) => text ?? '');
}

/**
 * A mark that changes with anything that can change a verdict: the catalogue, and the code that judges by it, without its comments. A
 * version is raised by hand and can be forgotten.
 */
export function rulesFingerprint(settings: readonly unknown[], readSource = sourceOf): string {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const name of judgingModules) {
    hash.update(`\n${name}\n${bareCode(readSource(name))}`);
  }
  return hash.digest('hex').slice(0, shownDigits);
}

function sourceOf(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
