// npm run secret-scan: looks through every tracked file for what looks like a secret that opens something.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './rules.mjs';

/** @typedef {{ line: number, kind: string }} Sighting */

/** @type {readonly (readonly [string, RegExp])[]} */
const kinds = [
  ['a private key', /-----BEGIN (?:RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----/],
  ['a key of a cloud provider', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a key of Google', /\bAIza[\w-]{35}\b/],
  ['an OAuth secret of Google', /\bGOCSPX-[\w-]{28}\b/],
  ['a token of Google', /\bya29\.[\w-]{50,}/],
  ['a token of a code host', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,}|glpat-[\w-]{20})/],
  ['a token of a chat', /\bxox[abprs]-[\w-]{20,}/],
  ['a signed token', /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/],
  [
    'a password in an address',
    /\b[a-z][a-z+]{2,9}:\/\/[^\s:/@'"`$…<>{}]+:(?!password@)[^\s:/@'"`$…<>{}*]{6,}@(?!(?:127\.0\.0\.1|localhost|\[::1\])\b)/i,
  ],
  [
    'a password in an assignment',
    /\b(?:password|passwd|secret|token|api_?key|pepper)\w*["']?\s*[:=]\s*["'`](?=[^"'`]*\d)(?=[^"'`]*[A-Za-z])[A-Za-z0-9+/_=-]{24,}["'`]/i,
  ],
];

/** @param {string} text @returns {Sighting[]} */
export function sightings(text) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      kinds.filter(([, pattern]) => pattern.test(line)).map(([kind]) => ({ line: index + 1, kind })),
    );
}

/** @returns {string[]} one line for each sighting in a tracked file; the secret itself is not repeated */
export function trackedSecrets() {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  return files
    .filter((file) => file !== 'package-lock.json')
    .flatMap((file) => {
      const bytes = readOrNothing(path.join(root, file));
      if (bytes.includes(0)) return [];
      return sightings(bytes.toString('utf8')).map(({ line, kind }) => `${file}:${line}: ${kind}`);
    });
}

/** A tracked file may be gone from the folder. @param {string} file */
function readOrNothing(file) {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

if (import.meta.main) {
  const found = trackedSecrets();
  for (const one of found) console.log(one);
  console.log(`${found.length} found`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
