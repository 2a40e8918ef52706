import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** What must be readable again (second-factor seeds, mail waiting to be sent), encrypted at rest: AES-256-GCM, `v1.<base64>`. */
export function seal(key: Buffer, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')}`;
}

/** What was sealed with another ENCRYPTION_KEY, or changed since. */
export class NotOpened extends Error {
  override readonly name = 'NotOpened';
}

/** @throws NotOpened when the text was sealed with another key or changed. */
export function unseal(key: Buffer, sealed: string): string {
  try {
    const bytes = Buffer.from(sealed.slice(3), 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch (error) {
    throw new NotOpened(
      `What was sealed does not open with this ENCRYPTION_KEY (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}
