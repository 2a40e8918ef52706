// npm run asvs: counts the table of docs/security.md, and fails when a line names a test or a checker that does not exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** @typedef {{ id: string, status: string, proof: string }} Line */

const statuses = ['test', 'attack', 'design', 'n/a', 'open'];

/** @param {string} page @returns {Line[]} */
export function linesOf(page) {
  return [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| [^|]+ \| ([^|]+) \| (.+) \|$/gm)].map(
    ([, id = '', status = '', proof = '']) => ({ id, status, proof }),
  );
}

/** Every text in quotes that follows a test, a describe or stands in a table of cases. @param {string} folder @returns {string} */
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
  const list = path.join(folder, 'attack/main.ts');
  return existsSync(list)
    ? [...readFileSync(list, 'utf8').matchAll(/name: '([a-z-]+)'/g)].map(([, name = '']) => name)
    : [];
}

/** @param {string} folder @param {string} page @returns {string[]} what is wrong with the table */
export function tableDefects(folder, page) {
  const lines = linesOf(page);
  const texts = testTexts(folder);
  const attacks = checkers(folder);
  const seen = new Set();
  return lines.flatMap(({ id, status, proof }) => {
    const defects = seen.has(id) ? [`${id} stands twice`] : [];
    seen.add(id);
    const named = /^`(.+)`$/.exec(proof)?.[1];
    if (!statuses.includes(status)) return [...defects, `${id}: '${status}' is no status`];
    if (status === 'test' && (named === undefined || !isTest(texts, named))) {
      return [...defects, `${id}: there is no test named ${proof}`];
    }
    if (status === 'attack' && (named === undefined || !attacks.includes(named))) {
      return [...defects, `${id}: npm run attack has no checker named ${proof}`];
    }
    return defects;
  });
}

/** @param {string} texts @param {string} name */
function isTest(texts, name) {
  return ["'", '"', '`'].some((quote) => texts.includes(`${quote}${name}`));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const page = readFileSync(path.join(folder, 'docs/security.md'), 'utf8');
  const lines = linesOf(page);
  for (const status of statuses) {
    console.log(`${status.padEnd(7)} ${String(lines.filter((line) => line.status === status).length).padStart(4)}`);
  }
  const applies = lines.filter(({ status }) => status !== 'n/a').length;
  const automated = lines.filter(({ status }) => status === 'test' || status === 'attack').length;
  console.log(`${lines.length} requirements listed, ${applies} apply, ${automated} of them proven by a command.`);
  const defects = tableDefects(folder, page);
  for (const defect of defects) console.log(`wrong: ${defect}`);
  process.exitCode = defects.length === 0 ? 0 : 1;
}
