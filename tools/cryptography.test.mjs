import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './rules.mjs';

/** Everything that runs in production: no tests, no stand-ins for them. */
const sources = ['contract/src', 'server/src', 'web/src', 'catalogue'].flatMap((area) =>
  readdirSync(path.join(root, area), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !/\.test\.|^(testing|demo)\//.test(name))
    .map((name) => ({ name: `${area}/${name}`, text: readFileSync(path.join(root, area, name), 'utf8') })),
);

/** What each function of node:crypto that takes the name of an algorithm is called with. @param {string} text */
function algorithmsIn(text) {
  if (!text.includes("from 'node:crypto'")) return [];
  const aliases = [...text.matchAll(/\bhash as (\w+)/g)].map(([, alias = '']) => alias);
  const named = ['hash', 'create[A-Z]\\w+', 'generateKey\\w*', 'hkdf\\w*', 'pbkdf2\\w*', 'scrypt\\w*', ...aliases];
  const calls = text.matchAll(new RegExp(`\\b(?:${named.join('|')})\\(\\s*['"\`]([^'"\`]+)`, 'g'));
  return [...calls].map(([, algorithm = '']) => algorithm);
}

const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
const [, inventory = ''] = page.split('## Cryptography\n');
const [table = ''] = inventory.split('\n## ');

describe('cryptography', () => {
  test('every algorithm that is called stands in the inventory, and no other', () => {
    const used = new Set(sources.flatMap(({ text }) => algorithmsIn(text)));
    const listed = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
    expect(listed.toSorted()).toEqual([...used].toSorted());
  });

  test('a broken one would be seen', () => {
    const text = "import { createHash, hash as digest } from 'node:crypto';\ncreateHash('md5'); digest('sha1', x);";
    expect(algorithmsIn(text)).toEqual(['md5', 'sha1']);
  });

  test('nothing that must not be guessed is drawn by Math.random', () => {
    const drawing = sources.filter(({ text }) => text.includes('Math.random')).map(({ name }) => name);
    // How long to wait before Google is asked again.
    expect(drawing).toEqual(['server/src/features/sra/read-policies.ts']);
  });

  test('no check of a certificate or a signature is switched off', () => {
    const off = /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity: \(\) =>/;
    expect(sources.filter(({ text }) => off.test(text)).map(({ name }) => name)).toEqual([]);
  });
});
