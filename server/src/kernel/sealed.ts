import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** What must be readable again (second-factor seeds, mail waiting to be sent), encrypted at rest: AES-256-GCM, `v1.<base64>`. */
export function seal(key: Buffer, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')}`;
}

/** The key that seals, and the one before it, which still opens what it sealed. */
export type SealingKeys = { readonly encryptionKey: Buffer; readonly previousEncryptionKey?: Buffer | undefined };

/** What was sealed with another ENCRYPTION_KEY, or changed since. */
export class NotOpened extends Error {
  override readonly name = 'NotOpened';
}

/** @throws NotOpened when the text was sealed with neither key or changed. */
export function unseal({ encryptionKey, previousEncryptionKey }: SealingKeys, sealed: string): string {
  try {
    return open(encryptionKey, sealed);
  } catch (error) {
    if (previousEncryptionKey === undefined) {
      throw error;
    }
    return open(previousEncryptionKey, sealed);
  }
}

/**
 * What the previous key sealed, sealed with the present one; nothing where it is that already.
 * @throws NotOpened when the text was sealed with neither key or changed.
 */
export function resealed(keys: SealingKeys, sealed: string): string | undefined {
  const { encryptionKey } = keys;
  try {
    open(encryptionKey, sealed);
    return undefined;
  } catch {
    return seal(encryptionKey, unseal(keys, sealed));
  }
}

function open(key: Buffer, sealed: string): string {
  try {
    const bytes = Buffer.from(sealed.slice(3), 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch (error) {
    throw new NotOpened(
      `What was sealed does not open with this ENCRYPTION_KEY, nor with the one before it where one is named (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}
