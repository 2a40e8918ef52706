// npm run dependencies: writes the figures of docs/dependencies.md anew; the reasons in it are written by hand and kept.
// npm run dependencies -- --licences: every package of the lockfile with its licence.
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './rules.mjs';

/** @typedef {{ name: string, version: string, licence: string, kilobytes: number | undefined, where: string }} Dependency */

const page = 'docs/dependencies.md';
const begin = '<!-- table: npm run dependencies -->';

/** @typedef {{ version?: string, license?: string, link?: boolean }} Locked */
/** @typedef {Record<string, string> | undefined} Wanted */

/** @returns {Record<string, Locked>} */
function lockedPackages() {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return packages;
}

const locked = lockedPackages();

/** The folder without the packages that it brings for itself. @param {string} folder @returns {number} bytes */
function sizeOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const full = path.join(folder, entry.name);
      return sum + (entry.isDirectory() ? sizeOf(full) : lstatSync(full).size);
    }, 0);
}

/** Some old packages say it in another field, or only in a file. @param {string} place @returns {string} */
function licenceOf(place) {
  const { license } = locked[place] ?? {};
  if (license !== undefined) return license;
  const file = path.join(root, place, 'LICENSE');
  return existsSync(file) &&
    /MIT License|permission is hereby granted, free of charge/i.test(readFileSync(file, 'utf8'))
    ? 'MIT'
    : 'unknown';
}

/** @returns {Dependency[]} what our own package.json files ask for, each once */
export function directDependencies() {
  /** @type {Map<string, { version: string, where: Set<string> }>} */
  const found = new Map();
  for (const file of ['package.json', 'contract/package.json', 'server/package.json', 'web/package.json']) {
    /** @type {{ dependencies: Wanted, devDependencies: Wanted, optionalDependencies: Wanted }} */
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      readFileSync(path.join(root, file), 'utf8'),
    );
    const area = path.dirname(file) === '.' ? 'tools' : path.dirname(file);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      const one = found.get(name) ?? { version, where: new Set() };
      one.where.add(area);
      found.set(name, one);
    }
  }
  return [...found]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { version, where }]) => {
      const place = `node_modules/${name}`;
      const folder = path.join(root, place);
      return {
        name,
        version,
        licence: licenceOf(place),
        kilobytes: existsSync(folder) ? Math.round(sizeOf(folder) / 1024) : undefined,
        where: [...where].join(', '),
      };
    });
}

/** @returns {{ name: string, version: string, licence: string }[]} every package of the lockfile */
export function allLicences() {
  return Object.entries(locked)
    .filter(([place, { link }]) => place.includes('node_modules/') && link !== true)
    .map(([place, { version = '' }]) => ({
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: licenceOf(place),
    }));
}

/** @param {string} text @returns {Map<string, { version: string, licence: string, reason: string }>} */
export function linesOf(text) {
  const rows = text.matchAll(/^\| `([^`]+)` \| ([^|]*) \| [^|]* \| ([^|]*) \| ([^|]*) \| (.*) \|$/gm);
  return new Map(
    [...rows].map(([, name = '', version = '', licence = '', , reason = '']) => [name, { version, licence, reason }]),
  );
}

/** @returns {string[]} where the page and the package.json files disagree, and reasons that are missing */
export function pageDefects() {
  const written = linesOf(readFileSync(path.join(root, page), 'utf8'));
  const wanted = directDependencies();
  const names = new Set(wanted.map(({ name }) => name));
  return [
    ...wanted.flatMap(({ name, version, licence }) => {
      const line = written.get(name);
      if (line === undefined) return [`${name} does not stand in ${page}`];
      if (line.reason.trim() === '') return [`${name} has no reason`];
      return line.version === version && line.licence === licence ? [] : [`${name} is ${version}, ${licence}`];
    }),
    ...[...written.keys()].filter((name) => !names.has(name)).map((name) => `${name} is no dependency any more`),
  ];
}

function writePage() {
  const text = readFileSync(path.join(root, page), 'utf8');
  const reasons = linesOf(text);
  const rows = directDependencies().map(({ name, version, licence, kilobytes, where }) => {
    const size = kilobytes === undefined ? 'other machines' : `${kilobytes.toLocaleString('en-US')} KB`;
    return `| \`${name}\` | ${version} | ${size} | ${licence} | ${where} | ${reasons.get(name)?.reason ?? ''} |`;
  });
  const table = ['| package | version | size | licence | used by | what it does for us |', '|---|---|---|---|---|---|'];
  writeFileSync(
    path.join(root, page),
    `${text.slice(0, text.indexOf(begin))}${[begin, ...table, ...rows].join('\n')}\n`,
  );
}

if (import.meta.main) {
  if (process.argv.includes('--licences')) {
    for (const { name, version, licence } of allLicences()) console.log(`${licence.padEnd(22)} ${name} ${version}`);
  } else {
    writePage();
    const defects = pageDefects();
    for (const defect of defects) console.log(defect);
    process.exitCode = defects.length === 0 ? 0 : 1;
  }
}
