import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { linesOf, tableDefects } from './asvs.mjs';
import { allLicences, daysOf, pageDefects } from './dependencies.mjs';
import { root } from './rules.mjs';
import { sightings, trackedSecrets } from './secret-scan.mjs';

describe('what we depend on', () => {
  test('every direct dependency stands in docs/dependencies.md with its version, licence and a reason', () => {
    expect(pageDefects()).toEqual([]);
  });

  test('a version without its day of release, another day, a missing reason and a line too many would be named', () => {
    const text = readFileSync(path.join(root, 'docs/dependencies.md'), 'utf8');
    const line = /^\| `zod` .*$/m.exec(text)?.[0] ?? '';
    /** @param {string} other */
    const defectsWith = (other) => pageDefects(text.replace(line, other));
    expect(defectsWith(line)).toEqual([]);
    expect(defectsWith('')).toEqual(['zod does not stand in docs/dependencies.md']);
    expect(defectsWith(line.replace(/20\d\d-\d\d-\d\d/, '2001-01-01'))).toEqual(['zod: its releases are others']);
    expect(defectsWith(line.replace(/[^|]+\|$/, '  |'))).toEqual(['zod has no reason']);
    expect(defectsWith(`${line}\n${line.replace('zod', 'nothing')}`)).toEqual(['nothing is no dependency any more']);
    expect(daysOf('zod', '0.0.1')).toBeUndefined();
  });

  test('every licence may be used in a product that is sold', () => {
    const allowed = new Set([
      'MIT',
      'ISC',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'Apache-2.0',
      '0BSD',
      'MIT-0',
      'BlueOak-1.0.0',
      'MPL-2.0',
      'OFL-1.1',
      'Zlib',
    ]);
    const licences = allLicences();
    expect(licences.length).toBeGreaterThan(300);
    /** @param {string} text */
    const isAllowed = (text) =>
      text
        .replace(/[()]/g, '')
        .split(' OR ')
        .some((choice) => choice.split(' AND ').every((one) => allowed.has(one)));
    const odd = licences.filter(({ licence }) => !isAllowed(licence));
    expect(odd).toEqual([]);
  });

  test('the list of components names every locked package with its licence', () => {
    const text = execFileSync('npm', ['run', '--silent', 'sbom'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    /** @type {{ bomFormat: string, components: { name: string, version: string, licenses?: unknown[] }[] }} */
    const { bomFormat, components } = JSON.parse(text);
    expect(bomFormat).toBe('CycloneDX');
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    /** @type {{ packages: Record<string, { version: string }> }} */
    const { packages: installed } = JSON.parse(
      readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8'),
    );
    const missing = Object.entries(installed)
      .filter(([place]) => place.includes('node_modules/'))
      .map(([place, { version }]) => `${place.slice(place.lastIndexOf('node_modules/') + 13)}@${version}`)
      .filter((name) => !listed.has(name) && !name.startsWith('@sentrywell/'));
    expect(missing).toEqual([]);
    const unlicensed = components.filter(({ licenses = [] }) => licenses.length === 0).map(({ name }) => name);
    // Its licence is in a file only, where the tool does not look.
    expect(unlicensed.filter((name) => !['png-js', 'contract', 'server', 'web'].includes(name))).toEqual([]);
  });

  test('the lockfile holds a checksum and no address for every package', () => {
    /** @typedef {{ integrity?: string, link?: boolean, resolved?: string, inBundle?: boolean }} Locked */
    /** @type {{ packages: Record<string, Locked> }} */
    const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
    const bare = Object.entries(packages)
      .filter(([place, { link, inBundle }]) => place.includes('node_modules/') && link !== true && inBundle !== true)
      .filter(([, { integrity, resolved }]) => integrity?.startsWith('sha512-') !== true || resolved !== undefined)
      .map(([place]) => place);
    expect(bare).toEqual([]);
  });
});

describe('secrets', () => {
  test('none stands in a tracked file', () => {
    expect(trackedSecrets()).toEqual([]);
  });

  test.each([
    ['a private key', `-----BEGIN ${'PRIVATE'} KEY-----`],
    ['a key of a cloud provider', `AKIA${'ABCDEFGH12345678'}`],
    ['a key of Google', `AIza${'x'.repeat(35)}`],
    ['an OAuth secret of Google', `GOCSPX-${'x'.repeat(28)}`],
    ['a token of Google', `ya29.${'x'.repeat(60)}`],
    ['a token of a code host', `ghp_${'a1'.repeat(18)}`],
    ['a token of a chat', `xoxb-${'1'.repeat(24)}`],
    ['a signed token', `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(30)}`],
    ['a password in an address', `postgres://owner:${'s3cret-word'}@db.internal/app`],
    ['a password in an assignment', `PASSWORD_PEPPER=${'"'}${'a1B2'.repeat(8)}"`],
  ])('%s would be seen', (kind, text) => {
    expect(sightings(`first line\n${text}\n`)).toEqual([{ line: 2, kind }]);
  });
});

describe('docs/security.md', () => {
  const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
  const line = /^\| 3\.4\.1 .*$/m.exec(page)?.[0] ?? '';
  /** @param {string} other */
  const defectsWith = (other) => tableDefects(root, page.replace(line, other));

  test('holds every requirement of the standard at its level, and names only tests and checkers that exist', () => {
    expect(tableDefects(root, page)).toEqual([]);
    expect(linesOf(page)).toHaveLength(345);
  });

  test('what is missing, stands twice, at another level or under an id that the standard has not would be named', () => {
    expect(defectsWith('')).toEqual(['3.4.1: is missing']);
    expect(defectsWith(`${line}\n${line}`)).toEqual(['3.4.1: stands twice']);
    expect(defectsWith(line.replace('| 1 |', '| 2 |'))).toEqual(['3.4.1: is of level 1']);
    expect(defectsWith(`${line}\n${line.replace('3.4.1', '3.4.9')}`)).toEqual(['3.4.9: is no requirement']);
  });

  test('a test that is gone or named by halves, a checker that is none and an unknown status would be named', () => {
    const [half = ''] = /`every answer over https/.exec(line) ?? [];
    expect(half).not.toBe('');
    expect(defectsWith(line.replace(/`.+`/, `${half}\``))).toEqual([`3.4.1: there is no test named ${half}\``]);
    expect(defectsWith(line.replace('| test |', '| attack |'))).toHaveLength(1);
    expect(defectsWith(line.replace('| test |', '| maybe |'))).toEqual(["3.4.1: 'maybe' is no status"]);
  });
});
