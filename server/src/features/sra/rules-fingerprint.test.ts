import { readFileSync } from 'node:fs';
import { transformSync } from '@swc/core';
import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { bareCode, judgingModules, rulesFingerprint } from './rules-fingerprint.ts';

const sourceOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

function importsOf(name: string): readonly string[] {
  return [...sourceOf(name).matchAll(/^import (?!type ).*from '\.\/(.+\.ts)';$/gm)].map(
    ([, imported = '']) => imported,
  );
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

/** What a compiler makes of it, without comments and layout. */
function compiled(source: string): string {
  const minify = { compress: false, mangle: false, format: { comments: false } } as const;
  return transformSync(source, { jsc: { parser: { syntax: 'typescript' }, target: 'esnext', minify }, minify: true })
    .code;
}

test.each(judgingModules)('of %s nothing is left out but comments and layout', (name) => {
  const bare = bareCode(sourceOf(name));
  expect(compiled(bare)).toBe(compiled(sourceOf(name)));
  expect(bareCode(bare)).toBe(bare);
  expect(bare).not.toMatch(/\n|\/\*\*|  /);
});

test('a comment or another layout of the code is no other rule, and other code is one', () => {
  const markOf = (change: (source: string) => string) =>
    rulesFingerprint(catalogue.settings, (name) => change(sourceOf(name)));
  expect(markOf((source) => `/** Anew: "it's" \`so\`. */\n${source}// and here\n`)).toBe(catalogue.rules);
  expect(markOf((source) => source.replaceAll('\n', '\r\n').replaceAll('  ', '\t'))).toBe(catalogue.rules);
  expect(markOf((source) => source.replaceAll(/\((\w+), (\w+)\)/g, '(\n  $1,\n  $2,\n)'))).toBe(catalogue.rules);
  expect(markOf((source) => source.replaceAll(/^ *\/\/.*\n/gm, ''))).toBe(catalogue.rules);
  expect(markOf((source) => source.replace('<', '<='))).not.toBe(catalogue.rules);
  expect(markOf((source) => source.replace(/'([\w-]+)'/, "'$1 '"))).not.toBe(catalogue.rules);
});
