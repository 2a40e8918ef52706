import { createHash, type KeyObject, sign } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Checkpoint } from './checkpoint-file.ts';

type Signing = {
  readonly signingKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly checkpoints: readonly Checkpoint[];
};

/** What the verifier is told before the entries come. */
type Head = {
  readonly tenant: number;
  readonly organization: number | null;
  readonly exportedAt: string;
  readonly exportedBy: string;
  readonly complete: boolean;
};

/** The public key as the verifier wants it: SPKI DER in base64. */
export function publicKeyText(publicKey: KeyObject): string {
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
}

/**
 * Turns `COPY … (format text)` of JSON objects into the export: a first line about it, the signed checkpoints, the
 * entries, and a last line with a signature over all bytes before it.
 */
export function chainExport({ signingKey, publicKey, checkpoints }: Signing, head: Head): Transform {
  const digest = createHash('sha256');
  let rest: Buffer = Buffer.alloc(0);
  let entries = 0;
  const pass = (stream: Transform, text: string) => {
    digest.update(text, 'latin1');
    stream.push(Buffer.from(text, 'latin1'));
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.lastIndexOf(10) + 1;
      if (end > 0) {
        // COPY doubles each backslash; nothing else of JSON is touched, since JSON holds no raw tab or line break.
        const text = Buffer.concat([rest, chunk.subarray(0, end)]).toString('latin1');
        entries += text.split('\n').length - 1;
        pass(stream, text.replaceAll('\\\\', '\\'));
        rest = Buffer.from(chunk.subarray(end));
      } else {
        rest = Buffer.concat([rest, chunk]);
      }
      done();
    },
    flush(done) {
      const hash = digest.digest('hex');
      const signature = sign(null, Buffer.from(`sentrywell export 1\n${hash}`), signingKey).toString('base64');
      done(null, `${JSON.stringify({ type: 'end', entries, digest: hash, signature })}\n`);
    },
  });
  const lines = [
    { type: 'sentrywell.audit', version: 1, ...head, publicKey: publicKeyText(publicKey) },
    ...checkpoints.map((checkpoint) => ({ type: 'checkpoint', ...checkpoint })),
  ];
  pass(stream, Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')).toString('latin1'));
  return stream;
}
