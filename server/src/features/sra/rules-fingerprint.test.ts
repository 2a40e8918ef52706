import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { judgingModules, rulesFingerprint } from './rules-fingerprint.ts';

function importsOf(name: string): readonly string[] {
  const source = readFileSync(new URL(name, import.meta.url), 'utf8');
  return [...source.matchAll(/^import (?!type ).*from '\.\/(.+\.ts)';$/gm)].map(([, imported = '']) => imported);
}

test('the mark is over every module that takes part in a verdict', () => {
  const found = new Set(['evaluate-policies.ts', 'reduce-policies.ts', 'policy-shape.ts']);
  // What is added to a set while it is walked through is walked through as well.
  for (const name of found) {
    importsOf(name).forEach((imported) => found.add(imported));
  }
  expect([...found].toSorted()).toEqual(judgingModules);
});

test('another rule is another mark, and the same rules are the same one', () => {
  const [first, ...rest] = catalogue.settings;
  expect(catalogue.rules).toMatch(/^[\da-f]{8}$/);
  expect(rulesFingerprint(structuredClone(catalogue.settings))).toBe(catalogue.rules);
  expect(rulesFingerprint([{ ...first, tier: 3 }, ...rest])).not.toBe(catalogue.rules);
});
