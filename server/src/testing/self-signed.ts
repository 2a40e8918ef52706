import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/**
 * A certificate for localhost that signs itself, for tests of TLS: Node can read certificates but makes none.
 * X.509 version 3 with an Ed25519 key, valid for a day around now (RFC 5280, RFC 8410).
 */

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length =
    body.length < 128
      ? Buffer.from([body.length])
      : body.length < 256
        ? Buffer.from([0x81, body.length])
        : Buffer.from([0x82, body.length >> 8, body.length & 255]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const oid = (...bytes: readonly number[]) => der(0x06, Buffer.from(bytes));
const ed25519 = sequence(oid(0x2b, 0x65, 0x70));

/** `251121083000Z`: until 2049 two digits are enough. */
function utcTime(milliseconds: number): Buffer {
  const text = new Date(milliseconds).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(text.slice(2)));
}

export type SelfSigned = {
  /** PEM. */
  readonly key: string;
  readonly certificate: string;
};

export function selfSigned(): SelfSigned {
  const host = 'localhost';
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const name = sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(host)))));
  const alternative = sequence(der(0x82, Buffer.from(host)));
  const day = 86_400_000;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ed25519,
    name,
    sequence(utcTime(Date.now() - day), utcTime(Date.now() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid(0x55, 0x1d, 0x11), der(0x04, alternative)))),
  );
  const whole = sequence(body, ed25519, der(0x03, Buffer.from([0]), sign(null, body, privateKey)));
  const pem = whole.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----\n`,
  };
}
