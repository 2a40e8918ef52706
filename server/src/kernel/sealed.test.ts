import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, unseal } from './sealed.ts';

const key = randomBytes(32);
const seed = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

test('what is sealed is readable with its key alone', () => {
  expect(unseal({ encryptionKey: key }, seal(key, seed))).toBe(seed);
  expect(() => unseal({ encryptionKey: randomBytes(32) }, seal(key, seed))).toThrow(/authenticate/);
});

test('a sealed text that was changed anywhere is refused, and nothing of it is given out', () => {
  const bytes = Buffer.from(seal(key, seed).slice('v1.'.length), 'base64');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => unseal({ encryptionKey: key }, `v1.${changed.toString('base64')}`)).toThrow(/authenticate/);
  }
});

test('a shorter proof than the whole one is refused: it would be easier to guess', () => {
  const bytes = Buffer.from(seal(key, '').slice('v1.'.length), 'base64');
  for (const length of [16, 20, 24, 27]) {
    expect(() => unseal({ encryptionKey: key }, `v1.${bytes.subarray(0, length).toString('base64')}`)).toThrow(/tag/i);
  }
});

test('the same text is sealed with another nonce each time', () => {
  const nonces = Array.from({ length: 500 }, () =>
    Buffer.from(seal(key, seed).slice(3), 'base64').toString('hex', 0, 12),
  );
  expect(new Set(nonces).size).toBe(500);
});
