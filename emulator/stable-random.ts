import { createHash } from 'node:crypto';

/** @returns numbers in [0, 1) that are the same for the same seed on every machine. */
export function stableRandom(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32BE(0);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** @returns an identifier of the given length over the alphabet, always the same for the same seed. */
export function stableId(seed: string, length: number, alphabet: string): string {
  let bytes = createHash('sha512').update(seed).digest();
  while (bytes.length < length) bytes = Buffer.concat([bytes, createHash('sha512').update(bytes).digest()]);
  return [...bytes.subarray(0, length)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');
}
