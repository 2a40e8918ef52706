import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A passkey in software (WebAuthn, ES256, no attestation): what a browser's authenticator does, without the browser. */
export type SoftwareAuthenticator = {
  readonly id: string;
  readonly register: (options: CeremonyOptions, changes?: Changes) => { readonly response: object };
  readonly signIn: (options: CeremonyOptions, changes?: Changes) => object;
};
type CeremonyOptions = { readonly challenge: string };
/** What to do differently from an honest authenticator. */
type Changes = { readonly origin?: string; readonly host?: string; readonly signCount?: number };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** CBOR of small integers, short texts, byte strings and maps: all that WebAuthn needs here. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') {
    return value >= 0 ? head(0, value) : head(1, -1 - value);
  }
  if (typeof value === 'string') {
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (Buffer.isBuffer(value)) {
    return Buffer.concat([head(2, value.length), value]);
  }
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as Buffer)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) {
    return Buffer.from([(major << 5) | length]);
  }
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

/** An ES256 public key as authenticators write it (RFC 9053). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number | string, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

export function createAuthenticator(publicUrl: string): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = coseKey(publicKey);
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let count = 0;

  const clientData = (type: string, { challenge }: CeremonyOptions, { origin = publicUrl }: Changes) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, { host = new URL(publicUrl).hostname, signCount }: Changes) => {
    count = signCount ?? count + 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter]);
  };
  const shared = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, authenticatorAttachment: 'platform' };

  return {
    id,
    register: (options, changes = {}) => {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key]);
      const authData = Buffer.concat([authenticatorData(0x45, changes), attested]);
      const attestationObject = cbor(
        new Map<number | string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        ...shared,
        response: {
          clientDataJSON: clientData('webauthn.create', options, changes).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    signIn: (options, changes = {}) => {
      const data = clientData('webauthn.get', options, changes);
      const authData = authenticatorData(0x05, changes);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        ...shared,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: null,
        },
      };
    },
  };
}
