// Programs that tests need and Debian has: installed, or unpacked into a folder of ours, where that can be done without asking.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tell } from './bootstrap.mjs';

const isDebianAsRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** @param {string} program @param {string[]} options @param {string} [cwd] @returns {boolean} */
function succeeds(program, options, cwd) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, options, { stdio: ['ignore', 'ignore', 'inherit'], env, cwd }).status === 0;
}

const update = () => succeeds('apt-get', ['update', '-q']);

/** On Debian, as root. @param {string} name @param {string} what @returns {boolean} */
export function installPackage(name, what) {
  if (!isDebianAsRoot()) return false;
  tell(`Installing Debian's ${name} for ${what}.`);
  return update() && succeeds('apt-get', ['install', '-q', '-y', '--no-install-recommends', name]);
}

/**
 * On Debian, as root: the files of a package and nothing else, in a folder of ours. What installing it would begin, a service on port
 * 80 for one, does not begin. @param {string} name @param {string} folder @param {string} what @returns {boolean}
 */
export function unpackPackage(name, folder, what) {
  if (!isDebianAsRoot()) return false;
  tell(`Unpacking Debian's ${name} for ${what}.`);
  const fetched = mkdtempSync(path.join(tmpdir(), 'sentrywell-package-'));
  try {
    if (!update() || !succeeds('apt-get', ['download', '-q', '-o', 'APT::Sandbox::User=root', name], fetched))
      return false;
    const [file = ''] = readdirSync(fetched);
    mkdirSync(folder, { recursive: true });
    return succeeds('dpkg-deb', ['--extract', path.join(fetched, file), folder]);
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
}
