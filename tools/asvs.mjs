// npm run asvs: counts the table of docs/security.md, and fails when a requirement of the standard is not in it or stands at another
// level, and when a line names a test or a checker that does not exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './rules.mjs';

/** @typedef {{ id: string, level: string, status: string, proof: string }} Line */

const statuses = ['test', 'attack', 'design', 'open', 'n/a'];

/** @returns {Map<string, string>} every requirement of ASVS 5.0.0 with its level */
function requirements() {
  /** @type {Record<string, string>} a section's levels, one digit for each requirement in it */
  const sections = JSON.parse(readFileSync(new URL('asvs-levels.json', import.meta.url), 'utf8'));
  return new Map(
    Object.entries(sections).flatMap(([section, levels]) =>
      levels.split('').map((level, index) => /** @type {const} */ ([`${section}.${index + 1}`, level])),
    ),
  );
}

/** A line whose id ends in a star stands for its whole section. @param {string} page @returns {Line[]} */
export function linesOf(page) {
  const rows = page.matchAll(/^\| (\d+\.\d+\.(?:\d+|\*)) \| ([^|]*) \| [^|]+ \| ([^|]+) \| (.+) \|$/gm);
  return [...rows].flatMap(([, id = '', level = '', status = '', proof = '']) =>
    id.endsWith('*')
      ? [...requirements()]
          .filter(([one]) => one.startsWith(id.slice(0, -1)))
          .map(([one, its]) => ({ id: one, level: its, status, proof }))
      : [{ id, level, status, proof }],
  );
}

/** @param {string} folder @returns {string} all tests */
function testTexts(folder) {
  return ['server/src', 'web/src', 'contract/src', 'catalogue', 'emulator', 'tools', 'e2e']
    .map((area) => path.join(folder, area))
    .filter((area) => existsSync(area))
    .flatMap((area) =>
      readdirSync(area, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(test\.tsx?|test\.mjs|e2e\.ts)$/.test(name) && !name.includes('node_modules'))
        .map((name) => readFileSync(path.join(area, name), 'utf8')),
    )
    .join('\n');
}

/** @param {string} folder @returns {string[]} names of the checkers of npm run attack */
function checkers(folder) {
  const list = path.join(folder, 'attack/checkers.ts');
  return existsSync(list)
    ? [...readFileSync(list, 'utf8').matchAll(/name: '([a-z-]+)'/g)].map(([, name = '']) => name)
    : [];
}

/** Whether it is the whole title of a test, or leads a row of a table of cases. @param {string} texts @param {string} name */
function isTest(texts, name) {
  const literal = `(['"\`])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\1`;
  return new RegExp(`(?:\\b(?:test|it)\\(|\\)\\(|\\[)\\s*${literal},`).test(texts);
}

/** @param {string} folder @param {string} page @returns {string[]} what is wrong with the table */
export function tableDefects(folder, page) {
  const wanted = requirements();
  const lines = linesOf(page);
  const texts = testTexts(folder);
  const attacks = checkers(folder);
  const seen = new Set();
  const wrong = lines.flatMap(({ id, level, status, proof }) => {
    const named = /^`(.+)`$/.exec(proof)?.[1] ?? '';
    const defects = [
      [seen.has(id), 'stands twice'],
      [!wanted.has(id), 'is no requirement'],
      [wanted.has(id) && wanted.get(id) !== level, `is of level ${wanted.get(id)}`],
      [!statuses.includes(status), `'${status}' is no status`],
      [status === 'test' && !isTest(texts, named), `there is no test named ${proof}`],
      [status === 'attack' && !attacks.includes(named), `npm run attack has no checker named ${proof}`],
    ];
    seen.add(id);
    return defects.filter(([isWrong]) => isWrong).map(([, what]) => `${id}: ${what}`);
  });
  return [...wrong, ...[...wanted.keys()].filter((id) => !seen.has(id)).map((id) => `${id}: is missing`)];
}

/** @param {Line[]} lines @returns {string[]} one row for each level, and their sum */
function counts(lines) {
  /** @param {string} name @param {Line[]} some */
  const row = (name, some) => {
    const each = statuses.map((status) => some.filter((line) => line.status === status).length);
    const applying = some.length - (each.at(-1) ?? 0);
    return [name, some.length, applying, ...each].map((cell) => String(cell).padStart(8)).join('');
  };
  return [
    ['level', 'all', 'apply', ...statuses].map((cell) => cell.padStart(8)).join(''),
    ...['1', '2', '3'].map((level) =>
      row(
        level,
        lines.filter((line) => line.level === level),
      ),
    ),
    row('sum', lines),
  ];
}

if (import.meta.main) {
  const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
  const lines = linesOf(page);
  for (const row of counts(lines)) console.log(row);
  const applying = lines.filter(({ status }) => status !== 'n/a');
  const met = applying.filter(({ status }) => status !== 'open');
  const automated = applying.filter(({ status }) => status === 'test' || status === 'attack');
  console.log(
    `${applying.length} requirements apply, ${met.length} are met, ${automated.length} of them proven by a command.`,
  );
  const defects = tableDefects(root, page);
  for (const defect of defects) console.log(`wrong: ${defect}`);
  process.exitCode = defects.length === 0 ? 0 : 1;
}
