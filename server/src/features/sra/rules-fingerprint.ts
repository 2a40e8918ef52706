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

/**
 * A mark that changes with anything that can change a verdict: the catalogue, and the code that judges by it. A version is raised by
 * hand and can be forgotten. A new comment changes the mark as well: then two assessments are said to have other rules, and no row
 * is judged differently for it.
 */
export function rulesFingerprint(settings: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const name of judgingModules) {
    // How a copy of the project ends its lines decides nothing.
    const source = readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll('\r\n', '\n');
    hash.update(`\n${name}\n${source}`);
  }
  return hash.digest('hex').slice(0, shownDigits);
}
