// npm run dependencies: writes the figures of docs/dependencies.md anew; the reasons in it are written by hand and kept.
// npm run dependencies -- --licences: every package of the lockfile with its licence.
// npm run dependencies -- --releases: asks the registry for days of release first, and keeps them in tools/releases.json.
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './rules.mjs';

/** @typedef {{ name: string, version: string, licence: string, kilobytes: number | undefined, where: string }} Dependency */

const page = 'docs/dependencies.md';
const begin = '<!-- table: npm run dependencies -->';

/** `released`: the day of the version in use; `latest`, `latestReleased`: what the registry had when it was asked. */
/** @typedef {{ version: string, released: string, latest: string, latestReleased: string }} Release */
/** @typedef {{ asked: string, packages: Record<string, Release> }} Releases */

const releasesFile = path.join(root, 'tools/releases.json');

function keptReleases() {
  /** @type {Releases} */
  const releases = JSON.parse(readFileSync(releasesFile, 'utf8'));
  return releases;
}

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

/** @typedef {{ version: string, released: string, last: string, licence: string, reason: string }} Line */

/** @param {string} text @returns {Map<string, Line>} */
export function linesOf(text) {
  const rows = text.matchAll(
    /^\| `([^`]+)` \| ([^|]*) \| ([^|]*) \| ([^|]*) \| [^|]* \| ([^|]*) \| [^|]* \| (.*) \|$/gm,
  );
  return new Map(
    [...rows].map(([, name = '', version = '', released = '', last = '', licence = '', reason = '']) => [
      name,
      { version, released, last, licence, reason },
    ]),
  );
}

/** What the page says of a release that is kept for just this version. @param {string} name @param {string} version */
export function daysOf(name, version) {
  const release = keptReleases().packages[name];
  if (release === undefined || release.version !== version || release.released === '') return undefined;
  const { released, latest, latestReleased } = release;
  return { released, last: latest === version ? 'this one' : `${latest}, ${latestReleased}` };
}

/** @returns {string[]} where the page, the package.json files and the kept releases disagree; reasons that are missing */
export function pageDefects(text = readFileSync(path.join(root, page), 'utf8')) {
  const written = linesOf(text);
  const wanted = directDependencies();
  const names = new Set(wanted.map(({ name }) => name));
  return [
    ...wanted.flatMap(({ name, version, licence }) => {
      const line = written.get(name);
      if (line === undefined) return [`${name} does not stand in ${page}`];
      if (line.reason.trim() === '') return [`${name} has no reason`];
      const days = daysOf(name, version);
      if (days === undefined) return [`${name} ${version} has no day of release: npm run dependencies -- --releases`];
      if (line.released !== days.released || line.last !== days.last) return [`${name}: its releases are others`];
      return line.version === version && line.licence === licence ? [] : [`${name} is ${version}, ${licence}`];
    }),
    ...[...written.keys()].filter((name) => !names.has(name)).map((name) => `${name} is no dependency any more`),
  ];
}

/** Asks the registry once for each direct dependency, in the order of the page. */
function askForReleases() {
  const packages = Object.fromEntries(
    directDependencies().map(({ name, version }) => {
      const answer = execFileSync('npm', ['view', name, 'dist-tags.latest', 'time', '--json'], { encoding: 'utf8' });
      /** @type {{ 'dist-tags.latest': string, time: Record<string, string> }} */
      const { 'dist-tags.latest': latest, time } = JSON.parse(answer);
      /** @param {string} release */
      const day = (release) => time[release]?.slice(0, 10) ?? '';
      return [name, { version, released: day(version), latest, latestReleased: day(latest) }];
    }),
  );
  /** @type {Releases} */
  const releases = { asked: new Date().toISOString().slice(0, 10), packages };
  writeFileSync(releasesFile, `${JSON.stringify(releases, undefined, 2)}\n`);
}

function writePage() {
  const text = readFileSync(path.join(root, page), 'utf8');
  const reasons = linesOf(text);
  const rows = directDependencies().map(({ name, version, licence, kilobytes, where }) => {
    const size = kilobytes === undefined ? 'other machines' : `${kilobytes.toLocaleString('en-US')} KB`;
    const { released = '', last = '' } = daysOf(name, version) ?? {};
    return `| \`${name}\` | ${version} | ${released} | ${last} | ${size} | ${licence} | ${where} | ${reasons.get(name)?.reason ?? ''} |`;
  });
  const table = [
    '| package | version | released | last release | size | licence | used by | what it does for us |',
    '|---|---|---|---|---|---|---|---|',
  ];
  writeFileSync(
    path.join(root, page),
    `${text.slice(0, text.indexOf(begin))}${[begin, `Asked on ${keptReleases().asked}.`, '', ...table, ...rows].join('\n')}\n`,
  );
}

if (import.meta.main) {
  if (process.argv.includes('--licences')) {
    for (const { name, version, licence } of allLicences()) console.log(`${licence.padEnd(22)} ${name} ${version}`);
  } else {
    if (process.argv.includes('--releases')) askForReleases();
    writePage();
    const defects = pageDefects();
    for (const defect of defects) console.log(defect);
    process.exitCode = defects.length === 0 ? 0 : 1;
  }
}
