// Finds a package-lock.json that `npm ci` would refuse or that names where a package came from:
// every optional dependency of a locked package must be locked too, and no entry may carry a download address.
import { readFileSync } from 'node:fs';

/** @typedef {{ resolved?: string, link?: boolean, optionalDependencies?: Record<string, string> }} LockedPackage */

/** Where Node would look for `name`, seen from the package folder `from`. @param {string} from @param {string} name */
function candidates(from, name) {
  const found = [];
  for (let folder = from; ; ) {
    found.push(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
    if (folder === '') return found;
    const cut = folder.lastIndexOf('node_modules/');
    folder = cut > 0 ? folder.slice(0, cut - 1) : '';
  }
}

/** @param {string} lockfileText @returns {string[]} one sentence for each defect */
export function lockfileDefects(lockfileText) {
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const { packages } = JSON.parse(lockfileText);
  const defects = [];
  for (const [place, locked] of Object.entries(packages)) {
    for (const name of Object.keys(locked.optionalDependencies ?? {})) {
      if (!candidates(place, name).some((candidate) => candidate in packages)) {
        defects.push(`${place || 'package.json'}: ${name} is not in the lockfile`);
      }
    }
    if (locked.resolved?.startsWith('http') === true) {
      defects.push(`${place}: carries a download address; every machine must be free to use its own registry`);
    }
  }
  return defects;
}

if (import.meta.main) {
  const defects = lockfileDefects(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  for (const defect of defects) console.log(defect);
  process.exitCode = defects.length === 0 ? 0 : 1;
}
