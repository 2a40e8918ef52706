import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plantedHouse, unnoticed } from './canary.mjs';
import { lockfileDefects } from './lockcheck.mjs';
import { root } from './rules.mjs';

/** @param {string} house @param {string} file @param {(text: string) => string} change */
function edit(house, file, change) {
  const full = path.join(house, file);
  writeFileSync(full, change(readFileSync(full, 'utf8')));
}

// Each tool is started here; the first time in a fresh clone, beside other tests, it finds none of its files in memory.
describe('the rules of the house', { timeout: 60_000 }, () => {
  /** @type {[string, { step: string, file: string, rule: string, change: (text: string) => string }][]} */
  const disarmed = [
    [
      'a compiler switch',
      {
        step: 'types',
        file: 'tsconfig.base.json',
        rule: 'noUncheckedIndexedAccess',
        change: (text) => text.replace('"noUncheckedIndexedAccess": true', '"noUncheckedIndexedAccess": false'),
      },
    ],
    [
      'a lint rule',
      {
        step: 'lint',
        file: '.oxlintrc.json',
        rule: 'typescript/no-floating-promises',
        change: (text) =>
          text.replace('"typescript/no-floating-promises": "error"', '"typescript/no-floating-promises": "off"'),
      },
    ],
    [
      'a wall',
      {
        step: 'walls',
        file: '.dependency-cruiser.cjs',
        rule: 'contract-needs-only-zod',
        change: (text) => text.replace("from: { path: '^contract/'", "from: { path: '^nowhere/'"),
      },
    ],
    [
      'the edges of a feature',
      {
        step: 'walls',
        file: '.dependency-cruiser.cjs',
        rule: 'feature-sra-keeps-to-its-edges',
        change: (text) => text.replace("sra: ['organizations']", "sra: ['organizations', 'remote']"),
      },
    ],
    [
      'the formatter',
      {
        step: 'format',
        file: 'biome.json',
        rule: 'unformatted.ts',
        change: (text) => text.replace('"enabled": true', '"enabled": false'),
      },
    ],
    [
      'dead code',
      {
        step: 'dead-code',
        file: 'knip.json',
        rule: 'half-used.ts',
        change: (text) => text.replace('{', '{ "exclude": ["exports"],'),
      },
    ],
    [
      'the lockfile',
      {
        step: 'lockfile',
        file: 'package-lock.json',
        rule: 'lockfile',
        change: (text) => text.replace('"resolved"', '"was"'),
      },
    ],
  ];

  test.each(disarmed)('the canary notices when %s is disarmed', async (_, { step, file, rule, change }) => {
    const sentences = await unnoticed((house) => edit(house, file, change), step);
    expect(sentences.join('\n')).toContain(rule);
  });

  test('the canary notices when the walls are read by a tool that sees no TypeScript', async () => {
    const sentences = await unnoticed(
      (house) => edit(house, '.dependency-cruiser.cjs', (text) => text.replace('^tools/canary/|', () => '[.]tsx?$|')),
      'walls',
    );
    expect(sentences.join('\n')).toMatch(/dependency-cruiser did not read \d+ files/);
  });
});

describe('npm run check', () => {
  let house = '';
  beforeAll(() => {
    house = plantedHouse();
  });
  afterAll(() => rmSync(house, { recursive: true, force: true }));

  test.each(['lockfile', 'types', 'types-contract', 'types-web', 'types-e2e', 'lint', 'format', 'walls', 'dead-code'])(
    'fails on the planted violations of %s',
    (step) => {
      const result = spawnSync(process.execPath, [path.join(root, 'tools/check.mjs'), step], {
        cwd: house,
        encoding: 'utf8',
      });
      expect(result.stdout).toContain(`FAILED ${step}`);
      expect(result.status).toBe(1);
    },
  );
});

describe('the lockfile', () => {
  test('may not name where a package was downloaded', () => {
    const lock = { packages: { 'node_modules/a': { resolved: 'https://registry.example/a.tgz' } } };
    expect(lockfileDefects(JSON.stringify(lock))).toEqual([
      expect.stringContaining('node_modules/a: carries a download address'),
    ]);
  });

  test('names every optional package, wherever npm put it', () => {
    const packages = {
      'node_modules/a': { optionalDependencies: { near: '1', far: '1', missing: '1' } },
      'node_modules/a/node_modules/near': {},
      'node_modules/far': {},
    };
    expect(lockfileDefects(JSON.stringify({ packages }))).toEqual(['node_modules/a: missing is not in the lockfile']);
  });
});
