import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { JsonObject } from './json.ts';

export type SigningKey = {
  readonly jwks: { readonly keys: readonly JsonObject[] };
  /** @returns a compact JWT signed with RS256. */
  signed: (claims: JsonObject) => string;
  /** @returns a JWT whose signature belongs to another key. */
  signedByStranger: (claims: JsonObject) => string;
  /** @returns a JWT that says it needs no signature. */
  unsigned: (claims: JsonObject) => string;
};

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function compact(header: JsonObject, claims: JsonObject, key: KeyObject): string {
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`;
}

const newPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
// Making a pair takes longer than all else that an emulator does at its start: the emulators of a process have one.
let own: ReturnType<typeof newPair> | undefined;
let stranger: ReturnType<typeof newPair> | undefined;

export function createSigningKey(): SigningKey {
  own ??= newPair();
  const { privateKey, publicKey } = own;
  const kid = randomBytes(20).toString('hex');
  const header = { alg: 'RS256', kid, typ: 'JWT' };
  return {
    jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid }] },
    signed: (claims) => compact(header, claims, privateKey),
    signedByStranger: (claims) => {
      stranger ??= newPair();
      return compact(header, claims, stranger.privateKey);
    },
    unsigned: (claims) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
  };
}
