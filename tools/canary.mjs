// Proves that the rules bite: plants one violation of each in a copy of the house and demands that its tool names it.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, rules } from './rules.mjs';

/** @typedef {import('./rules.mjs').Finding} Finding */
/** @typedef {{ file: string, step: string, rule: string, about: string }} Plant */

const configurations = [
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'contract/tsconfig.json',
  'contract/package.json',
  'web/tsconfig.json',
  'e2e/tsconfig.json',
  'web/package.json',
  'server/package.json',
  '.oxlintrc.json',
  'biome.json',
  '.dependency-cruiser.cjs',
  'knip.json',
];

/** Switches of the compiler that make work easier and forbid nothing. */
const permissive = [
  'noEmit',
  'allowImportingTsExtensions',
  'resolveJsonModule',
  'skipLibCheck',
  'forceConsistentCasingInFileNames',
];

/** @param {string} file @returns {any} */
const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/** @returns {Plant[]} what the files of tools/canary say about themselves */
function plantsInFiles() {
  const folder = path.join(root, 'tools/canary');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const marks = readFileSync(path.join(folder, file), 'utf8').matchAll(/^\/\/ canary: (\S+) (\S+) ?(\S*)$/gm);
      return [...marks].map(([, step = '', rule = '', about = '']) => ({ file, step, rule, about }));
    });
}

/** @returns {string[]} */
function wallNames() {
  /** @type {{ forbidden: { name: string }[] }} */
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
  return forbidden.map(({ name }) => name);
}

/** The walls between features are all of one kind: each feature reaches for one that nobody may use. @returns {Plant[]} */
function featurePlants() {
  const features = wallNames().flatMap((name) => /^feature-(.+)-keeps-to-its-edges$/.exec(name)?.[1] ?? []);
  return ['server', 'web'].flatMap((side) => [
    ...features.map((feature) => ({
      file: `${side}/src/features/${feature}/reaches-over.ts`,
      step: 'walls',
      rule: `feature-${feature}-keeps-to-its-edges`,
      about: '',
    })),
    {
      file: `${side}/src/features/unlisted/reaches-over.ts`,
      step: 'walls',
      rule: 'unlisted-features-stand-alone',
      about: '',
    },
  ]);
}

/** @returns {string} the folder, to be removed by the caller, of a small house that breaks every rule */
export function plantedHouse() {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentrywell-canary-'));
  cpSync(path.join(root, 'tools/canary'), folder, { recursive: true });
  for (const file of configurations) cpSync(path.join(root, file), path.join(folder, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const side of ['server', 'web']) {
    const remote = path.join(folder, side, 'src/features/remote');
    mkdirSync(remote, { recursive: true });
    writeFileSync(path.join(remote, 'thing.ts'), 'export const thing = 1;\n');
  }
  for (const { file } of featurePlants()) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(
      path.join(folder, file),
      "import { thing } from '../remote/thing.ts';\n\nexport const taken = thing;\n",
    );
  }
  return folder;
}

/** Every rule, wall and compiler switch of the configuration that has no violation planted. @param {Plant[]} plants */
function unplanted(plants) {
  /** @type {{ rules: Record<string, unknown>, overrides: { rules: Record<string, unknown> }[] }} */
  const { rules: general, overrides } = readJson('.oxlintrc.json');
  /** @type {{ compilerOptions: Record<string, unknown> }} */
  const { compilerOptions } = readJson('tsconfig.base.json');
  const lintRules = [general, ...overrides.map((override) => override.rules)]
    .flatMap(Object.entries)
    .filter(([, level]) => level !== 'off')
    .map(([rule]) => rule);
  const switches = Object.entries(compilerOptions)
    .filter(([name, value]) => typeof value === 'boolean' && !permissive.includes(name))
    .map(([name]) => name);
  return [
    ...lintRules.filter((rule) => !plants.some((plant) => plant.step === 'lint' && plant.rule === rule)),
    ...wallNames().filter((wall) => !plants.some((plant) => plant.step === 'walls' && plant.rule === wall)),
    ...switches.filter((name) => !plants.some((plant) => plant.step === 'types' && plant.about === name)),
  ].map((name) => `${name}: no violation is planted in tools/canary`);
}

/** @param {Plant} plant */
const stepOf = ({ step, file }) =>
  step === 'types' && /^(contract|web|e2e)\//.test(file) ? `types-${file.split('/')[0]}` : step;

/**
 * @param {(folder: string) => void} [alter] changes the house before the tools read it: how a test breaks a rule
 * @param {string} [step] the one that is looked at; else every one
 * @returns {Promise<string[]>} one sentence for each violation that nobody noticed
 */
export async function unnoticed(alter, step) {
  /** @param {string} name */
  const isAsked = (name) => step === undefined || name === step;
  const house = plantedHouse();
  try {
    alter?.(house);
    /** @type {Map<string, Finding[]>} */
    const found = new Map();
    /** @type {string[]} */
    const broken = [];
    for (const { name, read } of rules.filter((rule) => isAsked(rule.name))) {
      const findings = await read(house).catch((error) => {
        broken.push(`${name}: ${error}`);
        return [];
      });
      found.set(name, findings);
    }
    const plants = [...plantsInFiles(), ...featurePlants()];
    const missed = plants
      .filter(
        (plant) =>
          isAsked(stepOf(plant)) &&
          !(found.get(stepOf(plant)) ?? []).some(({ file, rule }) => file === plant.file && rule === plant.rule),
      )
      .map(({ file, step: name, rule, about }) => `${file}: ${name} did not report ${rule} ${about}`.trim());
    const locks =
      !isAsked('lockfile') || found.get('lockfile')?.length === 2
        ? []
        : ['package-lock.json: lockfile did not report both defects'];
    return [...broken, ...missed, ...locks, ...unplanted(plants)];
  } finally {
    rmSync(house, { recursive: true, force: true });
  }
}
