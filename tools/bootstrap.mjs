// The part that any Node from 20 on can run: it installs the locked packages, among them the project's own Node, builds the web
// app when its sources changed, and hands over to a program on the project's Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean }} LockedPackage */
/** @typedef {Record<string, string | undefined>} Environment */

export const root = fileURLToPath(new URL('..', import.meta.url));
const programs = path.join(root, 'node_modules/.bin');
const ownNode = path.join(programs, process.platform === 'win32' ? 'node.cmd' : 'node');

/**
 * What Node has made of a file is kept beside the packages, for a start that takes a sixth less time. An account that may not write
 * there uses what others have kept.
 */
const kept = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/sentrywell/compiled') };

/**
 * Node's own options for the server, however it is started: V8's young generation has its full size from the start, in megabytes. It would
 * grow to it at a moment of its own, which looks like a leak to whoever watches; at rest the server takes no more of the system's memory.
 */
export const serverNodeOptions = ['--min-semi-space-size=16'];

/** Our environment with the project's programs first in the path. @param {Environment} [more] @returns {NodeJS.ProcessEnv} */
export function environment(more) {
  return { ...kept, ...process.env, ...more, PATH: `${programs}${path.delimiter}${process.env['PATH'] ?? ''}` };
}

/** @param {string} sentence */
export function tell(sentence) {
  process.stdout.write(`${sentence}\n`);
}

/** @param {string} file @returns {Record<string, LockedPackage> | undefined} */
function packagesOf(file) {
  const full = path.join(root, file);
  if (!existsSync(full)) return undefined;
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const { packages } = JSON.parse(readFileSync(full, 'utf8'));
  return packages;
}

/** npm keeps a list of what it installed; it is compared with the lockfile, package by package. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json') ?? {};
  const installed = packagesOf('node_modules/.package-lock.json');
  if (installed === undefined || !existsSync(ownNode)) return false;
  return Object.entries(wanted).every(([place, { version, integrity, optional }]) => {
    const found = installed[place];
    // Packages for other machines are optional and stay away.
    if (place === '' || (found === undefined && optional === true)) return true;
    return found !== undefined && found.version === version && found.integrity === integrity;
  });
}

/** Installs the locked packages when what is installed differs from the lockfile. */
export function ensureInstalled() {
  if (isInstalled()) return;
  tell('Installing packages. This takes about a minute the first time.');
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // The npm that runs us, or else the one in the path.
  const npm = process.env['npm_execpath'];
  const result = npm?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status !== 0) {
    tell('The packages could not be installed. The lines above say why; check the network and the npm registry.');
    process.exit(1);
  }
}

const webSources = ['contract/src', 'web', 'package-lock.json'];

/** @param {string} place @returns {string[]} every file below, in a fixed order */
function filesBelow(place) {
  const full = path.join(root, place);
  if (!existsSync(full)) return [];
  if (path.extname(place) === '.json') return [full];
  return readdirSync(full, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(path.join(place, entry.name)) : [path.join(full, entry.name)],
    );
}

/** Where the pages will look for the API; empty: where they come from. A wrong one would be noticed in the browser only. */
function apiHost() {
  const host = process.env['VITE_API_HOST'] ?? '';
  if (host !== '' && (!URL.canParse(host) || new URL(host).origin !== host)) {
    tell('The setting VITE_API_HOST is not usable: it must be an origin such as https://api.example.com.');
    process.exit(1);
  }
  return host;
}

/** Builds the web app when its sources, or the host of its API, are not those of the last build. @returns {boolean} whether there is a web app to serve */
export function ensureBuilt() {
  // It is built into the pages: another one makes other pages.
  const sum = createHash('sha256').update(apiHost()).update('\0');
  for (const file of webSources.flatMap(filesBelow)) sum.update(file).update('\0').update(readFileSync(file));
  const sources = sum.digest('hex');
  const stamp = path.join(root, 'node_modules/.cache/sentrywell/web-build');
  const built = existsSync(path.join(root, 'web/dist/index.html')) && existsSync(stamp);
  if (built && readFileSync(stamp, 'utf8') === sources) return true;
  tell('Building the web app.');
  rmSync(stamp, { force: true });
  const options = { cwd: path.join(root, 'web'), env: environment(), encoding: /** @type {const} */ ('utf8') };
  const result = spawnSync(ownNode, [path.join(root, 'node_modules/vite/bin/vite.js'), 'build'], options);
  if (result.status !== 0) {
    tell(`${result.stdout}${result.stderr}\nThe web app could not be built.`);
    return false;
  }
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, sources);
  return true;
}

/**
 * Goes on as another program of the project on the project's Node. This process becomes that program where Node can do so, and
 * nothing stands between it and its signals; an older Node (only the first start, before our own is installed) stays as a wrapper.
 * @param {string} file @param {{ nodeOptions?: string[], options?: string[], more?: Environment }} [how]
 */
export function becomeProgram(file, { nodeOptions = [], options = [], more } = {}) {
  const env = environment(more);
  const words = [...nodeOptions, path.join(root, file), ...options];
  process.chdir(root);
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(ownNode, [ownNode, ...words], env);
  }
  // Its own process group, so that Ctrl-C in the terminal arrives once: from us.
  const child = spawn(ownNode, words, { stdio: 'inherit', env, detached: process.platform !== 'win32' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  }
  child.on('exit', (code) => process.exit(code ?? 1));
}
