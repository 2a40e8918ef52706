// The tools that hold the rules of the house. Each one reads a folder and answers with what it found, in one shape, so that the
// check can print it and the canary can look for it.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockfileDefects } from './lockcheck.mjs';

/** @typedef {{ file: string, rule: string, text: string }} Finding */
/** @typedef {{ name: string, about: string, read: (folder: string) => Promise<Finding[]> }} Rule */

export const root = fileURLToPath(new URL('..', import.meta.url));
const programs = path.join(root, 'node_modules/.bin');
const areas = [
  'contract',
  'server',
  'web',
  'catalogue',
  'emulator',
  'e2e',
  'bench',
  'attack',
  'chaos',
  'deploy',
  'tools',
];

/**
 * Runs a program of node_modules/.bin to its end.
 * @param {string} folder @param {string} program @param {string[]} options
 * @returns {Promise<{ code: number, out: string, errors: string }>}
 */
function run(folder, program, options) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PATH: `${programs}${path.delimiter}${process.env['PATH'] ?? ''}`, NO_COLOR: '1' };
    const child = spawn(path.join(programs, program), options, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let errors = '';
    child.stdout.on('data', (data) => (out += String(data)));
    child.stderr.on('data', (data) => (errors += String(data)));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, out, errors }));
  });
}

/**
 * A tool that failed without naming anything is broken, and must not pass for a clean house.
 * @param {string} program @param {{ code: number, out: string, errors: string }} result @param {Finding[]} findings
 */
function orBroken(program, { code, out, errors }, findings) {
  if (code !== 0 && findings.length === 0) throw new Error(`${program} failed (${code}):\n${out}${errors}`);
  return findings;
}

/** @param {string} project @returns {Rule['read']} */
function typesOf(project) {
  return async (folder) => {
    const result = await run(folder, 'tsc', ['-p', project, '--pretty', 'false']);
    const findings = [...result.out.matchAll(/^(\S+)\(\d+,\d+\): error (TS\d+): .*$/gm)].map((match) => ({
      file: match[1] ?? '',
      rule: match[2] ?? '',
      text: match[0],
    }));
    return orBroken('tsc', result, findings);
  };
}

/** @type {Rule['read']} */
async function lint(folder) {
  const there = [...areas, 'vitest.config.ts'].filter((name) => existsSync(path.join(folder, name)));
  const result = await run(folder, 'oxlint', ['--type-aware', '--format=json', ...there]);
  /** @typedef {{ message: string, code?: string, filename: string, labels: { span: { line: number } }[] }} Diagnostic */
  /** @type {{ diagnostics: Diagnostic[] }} */
  const { diagnostics } = JSON.parse(result.out);
  const findings = diagnostics.map(({ message, code = 'syntax', filename, labels }) => ({
    file: filename,
    // As the configuration names them: typescript(no-floating-promises) → typescript/no-floating-promises
    rule: code.replace(/^eslint\((.+)\)$/, '$1').replace(/^([\w-]+?)(?:-hooks)?\((.+)\)$/, '$1/$2'),
    text: `${filename}:${labels[0]?.span.line ?? 1}: ${message} (${code})`,
  }));
  return orBroken('oxlint', result, findings);
}

/** @type {Rule['read']} */
async function format(folder) {
  const result = await run(folder, 'biome', ['format', '--max-diagnostics=none', '.']);
  const findings = [...`${result.out}${result.errors}`.matchAll(/^(\S+) (format|parse) ━/gm)].map((match) => ({
    file: match[1] ?? '',
    rule: match[1] ?? '',
    text: `${match[1]}: not formatted, run 'npm run format'`,
  }));
  return orBroken('biome', result, findings);
}

/** @param {string} folder @returns {string[]} */
function sourcesBelow(folder) {
  return areas.flatMap((area) =>
    readdirSafely(path.join(folder, area))
      .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist|canary)\//.test(name))
      .map((name) => `${area}/${name}`),
  );
}

/** @param {string} folder @returns {string[]} */
function readdirSafely(folder) {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

/** @type {Rule['read']} */
async function walls(folder) {
  const there = readdirSync(folder).filter((name) => areas.includes(name));
  const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...there];
  const result = await run(folder, 'depcruise', options);
  if (!result.out.startsWith('{')) throw new Error(`dependency-cruiser failed:\n${result.out}${result.errors}`);
  /** @typedef {{ from: string, to: string, rule: { name: string } }} Violation */
  /** @type {{ modules: { source: string, dependencies: unknown[] }[], summary: { violations: Violation[] } }} */
  const { modules, summary } = JSON.parse(result.out);
  // Without its TypeScript parser the tool reads nothing and reports nothing.
  const read = new Set(modules.map((module) => module.source));
  const missed = sourcesBelow(folder).filter((source) => !read.has(source));
  if (missed.length > 0)
    throw new Error(`dependency-cruiser did not read ${missed.length} files, such as ${missed[0]}`);
  if (!modules.some((module) => module.dependencies.length > 0))
    throw new Error('dependency-cruiser found no import at all');
  return summary.violations.map(({ from, to, rule }) => ({
    file: from,
    rule: rule.name,
    text: `${from} → ${to} (${rule.name})`,
  }));
}

/** @type {Rule['read']} */
async function deadCode(folder) {
  const result = await run(folder, 'knip', ['--reporter', 'json', '--no-config-hints']);
  /** @type {{ issues: ({ file: string } & Record<string, unknown>)[] }} */
  const { issues } = JSON.parse(result.out);
  const findings = issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      (Array.isArray(found) ? found : []).map((/** @type {{ name?: string } | { name?: string }[]} */ one) => {
        const name = [one]
          .flat()
          .map((part) => part.name ?? '')
          .join(', ');
        return { file, rule: kind, text: `${file}: ${kind}: ${name}` };
      }),
    ),
  );
  return orBroken('knip', result, findings);
}

/** @type {Rule['read']} */
async function lockfile(folder) {
  const text = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  return lockfileDefects(text).map((defect) => ({ file: 'package-lock.json', rule: 'lockfile', text: defect }));
}

/** @type {Rule[]} */
export const rules = [
  { name: 'lockfile', about: 'can be installed anywhere', read: lockfile },
  { name: 'types', about: 'server, tools, emulator, tests', read: typesOf('.') },
  { name: 'types-contract', about: 'contract: neither browser nor server', read: typesOf('contract') },
  { name: 'types-web', about: 'web', read: typesOf('web') },
  { name: 'types-e2e', about: 'journeys: they reach into pages', read: typesOf('e2e') },
  { name: 'lint', about: 'promises, sizes, names, homes of globals', read: lint },
  { name: 'format', about: 'one style', read: format },
  { name: 'walls', about: 'who may import whom', read: walls },
  { name: 'dead-code', about: 'nothing unused, nothing undeclared', read: deadCode },
];
