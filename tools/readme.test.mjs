import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { demoAccounts, demoPassword } from './demo-accounts.mjs';
import { root } from './rules.mjs';

/** @param {string} file */
const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** What the server reads from its environment, by the source of settings.ts. */
function settingsInCode() {
  const source = read('server/src/settings.ts');
  const secrets = /const secretTexts = z\.object\(\{([\s\S]*?)\n\}\);/.exec(source)?.[1] ?? '';
  const inShape = /const shape = z\.object\(\{([\s\S]*?)\n\}\);/.exec(source)?.[1] ?? '';
  return [...`${inShape}${secrets}`.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name).toSorted();
}

/** The first column names settings; the line of SECRETS_FILE says in its last column what may be set singly. */
function settingsInReadme() {
  const table = /\n## Settings\n([\s\S]*?)\n## /.exec(read('README.md'))?.[1] ?? '';
  const lines = table.split('\n').filter((line) => line.startsWith('| `'));
  /** @param {string} cell */
  const namesIn = (cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name);
  const rows = lines.map((line) => line.split('|'));
  return {
    firstColumn: rows.flatMap(([, first = '']) => namesIn(first)),
    singly: rows.flatMap(([, first = '', , last = '']) => (first.includes('SECRETS_FILE') ? namesIn(last) : [])),
  };
}

test('the table of settings in README.md names every setting once, and none that does not exist', () => {
  const { firstColumn, singly } = settingsInReadme();
  expect(settingsInCode().length).toBeGreaterThan(25);
  expect(firstColumn.filter((name, index) => firstColumn.indexOf(name) !== index)).toEqual([]);
  expect([...new Set([...firstColumn, ...singly])].toSorted()).toEqual(settingsInCode());
});

test('the table says for each setting the default that the code has', () => {
  const inShape = /const shape = z\.object\(\{([\s\S]*?)\n\}\);/.exec(read('server/src/settings.ts'))?.[1] ?? '';
  const defaults = inShape.split(/^ {2}(?=[A-Z])/m).flatMap((entry) => {
    const [, name, value = ''] = /^([A-Z_]+):[\s\S]*\.default\((.*)\),?\s*$/.exec(entry) ?? [];
    return name === undefined ? [] : [{ name, value: value === '[]' ? 'empty' : `\`${value.replace(/['_]/g, '')}\`` }];
  });
  expect(defaults.length).toBeGreaterThan(15);
  const cells = read('README.md')
    .split('\n')
    .map((line) => line.split('|'));
  const wrong = defaults.filter(({ name, value }) => {
    const [, names = '', said = ''] = cells.find(([, first = '']) => first.includes(`\`${name}\``)) ?? [];
    return said.split(', ')[names.split(', ').findIndex((one) => one.includes(`\`${name}\``))]?.trim() !== value;
  });
  expect(wrong).toEqual([]);
});

test('every demo account stands in README.md, and no other', () => {
  const table = /\n## Demo accounts\n([\s\S]*?)\n## /.exec(read('README.md'))?.[1] ?? '';
  const named = table.split('\n').flatMap((line) => {
    const names = [...(line.split('|')[1] ?? '').matchAll(/`([^`]*@[^`]*)`/g)].map(([, name = '']) => name);
    // Of several at one organization the last alone is written out.
    const domain = names.at(-1)?.split('@')[1] ?? '';
    return names.map((name) => (name.endsWith('@') ? `${name}${domain}` : name));
  });
  expect(named.toSorted()).toEqual(Object.values(demoAccounts).toSorted());
  expect(table).toContain(`\`${demoPassword}\``);
});

test('what the web app reads while it is built is named in README.md as well', () => {
  const sources = readdirSync(path.join(root, 'web'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/^(?:dist|node_modules)\//.test(name),
  );
  const found = sources.flatMap((name) => [...read(`web/${name}`).matchAll(/\bVITE_[A-Z_]+/g)].map(([word]) => word));
  expect(new Set(found).size).toBeGreaterThan(0);
  expect([...new Set(found)].filter((name) => !read('README.md').includes(`\`${name}\``))).toEqual([]);
});

test('every command of README.md is one of package.json', () => {
  /** @type {{ scripts: Record<string, string> }} */
  const { scripts } = JSON.parse(read('package.json'));
  const commands = [...read('README.md').matchAll(/npm run ([a-z:-]+)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
});

/** Links, and whatever begins with a folder of ours, up to a sign that stands for any name. @param {string} page */
function pathsIn(page) {
  const text = read(page);
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => path.join(path.dirname(page), link));
  const own =
    /(?<![\w/.])(?:attack|bench|catalogue|chaos|contract|db|deploy|docs|e2e|emulator|server|tools|web)\/[\w./@-]+[\w/]/g;
  const named = [...text.matchAll(own)].map(([name]) => name);
  return [...links, ...named];
}

test('every path that the documents name is there', () => {
  const pages = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  const named = ['README.md', ...pages].flatMap((page) => pathsIn(page).map((name) => ({ page, name })));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !existsSync(path.join(root, name)))).toEqual([]);
});

test('docs/security.md says of each kind of row after how many days it is deleted, as the code does', () => {
  const [, table = ''] = /\n\| what \| when it is deleted \|\n([\s\S]*?)\n\n/.exec(read('docs/security.md')) ?? [];
  const said = [...table.matchAll(/^\| ([^|(]+?) (?:\([^|]*\) )?\| (\d+) days after/gm)].map(([, what, days]) => ({
    what,
    days,
  }));
  const code = read('server/src/features/forgetting/queries.ts');
  const done = [...code.matchAll(/table: fragment`(\w+)`[\s\S]*?days: (\d+),/g)].map(([, what, days]) => ({
    what,
    days,
  }));
  const [, unconfirmed] = /const unconfirmedDays = (\d+);/.exec(code) ?? [];
  const names = [
    'sessions',
    'one-use links',
    'mails',
    'invitations',
    'requests to join an MSP',
    'messages of the contact page',
  ];
  expect(done.length).toBe(names.length);
  expect(said).toEqual([
    ...done.map(({ days }, index) => ({ what: names[index], days })),
    { what: 'name, address and password of an account that was never confirmed and never used', days: unconfirmed },
  ]);
});

const numbers = ['nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen'];

/** @param {number} count */
const inWords = (count) => numbers[count - 9] ?? String(count);

test('the documents count common passwords, checkers and faults as many as there are', () => {
  const passwords = read('server/src/kernel/common-passwords.txt').trimEnd().split('\n').length;
  expect(read('docs/security.md')).toContain(`${passwords.toLocaleString('en-US')} common ones`);
  const checkers = [...read('attack/checkers.ts').matchAll(/^ {2,4}(?:\{ )?name: '[a-z-]+'/gm)];
  expect(checkers.length).toBeGreaterThan(9);
  expect(read('docs/security.md')).toContain(`runs ${inWords(checkers.length)} checkers`);
  const faults = /const faults[^=]*= \[([^\]]*)\]/.exec(read('chaos/main.ts'))?.[1]?.match(/\w+/g) ?? [];
  expect(read('docs/faults.md')).toContain(`all ${inWords(faults.length)} were seen`);
});
