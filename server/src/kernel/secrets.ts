import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { prepareDataFolder } from './data-folder.ts';
import { StartFailure } from './start-failure.ts';

/** The secrets of an installation, as they stand in `SECRETS_FILE` (JSON) or in single environment variables. */
export type SecretTexts = {
  /** Mixed into every password before it is hashed; at least 32 characters. */
  readonly PASSWORD_PEPPER?: string | undefined;
  /** The one before it, while passwords that were hashed with that one are replaced as people sign in. */
  readonly PASSWORD_PEPPER_PREVIOUS?: string | undefined;
  /** Password of the restricted database login; at least 24 characters. Unused where DATABASE_URL signs in as that login. */
  readonly DATABASE_APP_PASSWORD?: string | undefined;
  /** Encrypts what must be readable again (second-factor seeds, mail waiting to be sent): 32 bytes, base64. */
  readonly ENCRYPTION_KEY?: string | undefined;
  /** The one before it, while something that it encrypted is still to be read: `npm run encryption:renew` says how long. */
  readonly ENCRYPTION_KEY_PREVIOUS?: string | undefined;
  /** Signs the audit log's checkpoints: Ed25519 private key, PKCS 8 in base64. */
  readonly AUDIT_SIGNING_KEY?: string | undefined;
  /** Those before it, the newest first, comma-separated: what they signed is still verified. */
  readonly AUDIT_SIGNING_KEY_PREVIOUS?: string | undefined;
};

export type Secrets = {
  readonly passwordPepper: string;
  readonly previousPasswordPepper: string | undefined;
  readonly databaseAppPassword: string;
  readonly encryptionKey: Buffer;
  readonly previousEncryptionKey: Buffer | undefined;
  readonly auditSigningKey: KeyObject;
  readonly auditPublicKey: KeyObject;
  /** The one in use, then those that were replaced, the newest first. */
  readonly auditPublicKeys: readonly KeyObject[];
};

type FreshSecretTexts = { readonly [Name in Exclude<keyof SecretTexts, `${string}_PREVIOUS`>]-?: string };

export function generateSecretTexts(): FreshSecretTexts {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    PASSWORD_PEPPER: randomBytes(32).toString('base64url'),
    DATABASE_APP_PASSWORD: randomBytes(24).toString('base64url'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    AUDIT_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  };
}

/**
 * Where no secrets are given (embedded database), they are made once and kept in the data folder, for its owner only.
 * @throws StartFailure when they can't be written or read.
 */
export function keptSecretTexts(dataFolder: string): SecretTexts {
  const file = path.join(dataFolder, 'secrets.json');
  if (!existsSync(file)) {
    prepareDataFolder(dataFolder);
    keepSecrets(file, generateSecretTexts());
  }
  return readKept(file);
}

/** On the disk before a database is made that needs them. */
function keepSecrets(file: string, texts: SecretTexts): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(texts, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}

function readKept(file: string): SecretTexts {
  const kept = textOfKept(file);
  try {
    const texts: unknown = JSON.parse(kept);
    if (typeof texts === 'object' && texts !== null) {
      return texts;
    }
  } catch {
    // The sentence below says what was expected.
  }
  throw new StartFailure(`The secrets in ${file} could not be read as JSON. Put the file back from your backup.`);
}

function textOfKept(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartFailure(
      `The secrets in ${file} cannot be read (${error instanceof Error ? error.message : String(error)}). Check who owns the file.`,
    );
  }
}

/** @throws StartFailure that names the secret which is missing, too short or not readable. */
export function readSecrets(texts: SecretTexts): Secrets {
  const { PASSWORD_PEPPER_PREVIOUS: previousPepper = '', AUDIT_SIGNING_KEY_PREVIOUS: previousKeys = '' } = texts;
  const privateKey = signingKey('AUDIT_SIGNING_KEY', long(texts, 'AUDIT_SIGNING_KEY', 40));
  const auditPublicKey = createPublicKey(privateKey);
  const replaced = previousKeys === '' ? [] : previousKeys.split(',');
  const encryptionKey = sealingKey(texts, 'ENCRYPTION_KEY');
  const previousEncryptionKey =
    (texts.ENCRYPTION_KEY_PREVIOUS ?? '') === '' ? undefined : sealingKey(texts, 'ENCRYPTION_KEY_PREVIOUS');
  if (previousEncryptionKey?.equals(encryptionKey) === true) {
    throw new StartFailure(
      'ENCRYPTION_KEY_PREVIOUS is the same key as ENCRYPTION_KEY. Name the one there that was in use before, or leave it out.',
    );
  }
  return {
    passwordPepper: long(texts, 'PASSWORD_PEPPER', 32),
    previousPasswordPepper: previousPepper === '' ? undefined : long(texts, 'PASSWORD_PEPPER_PREVIOUS', 32),
    databaseAppPassword: long(texts, 'DATABASE_APP_PASSWORD', 24),
    encryptionKey,
    previousEncryptionKey,
    auditSigningKey: privateKey,
    auditPublicKey,
    auditPublicKeys: [
      auditPublicKey,
      ...replaced.map((text) => createPublicKey(signingKey('AUDIT_SIGNING_KEY_PREVIOUS', text.trim()))),
    ],
  };
}

function long(texts: SecretTexts, name: keyof SecretTexts, minimum: number): string {
  const text = texts[name];
  if (typeof text !== 'string' || text === '') {
    throw new StartFailure(
      `The secret ${name} is missing. Put it into SECRETS_FILE or set it in the environment (npm run secrets prints a fresh set).`,
    );
  }
  if (text.length < minimum || /^(.)\1*$/.test(text) || /change.?me|password|secret|example/i.test(text)) {
    throw new StartFailure(
      `The secret ${name} is too short or a placeholder: it needs at least ${minimum} random characters.`,
    );
  }
  return text;
}

function sealingKey(texts: SecretTexts, name: 'ENCRYPTION_KEY' | 'ENCRYPTION_KEY_PREVIOUS'): Buffer {
  const key = Buffer.from(long(texts, name, 43), 'base64');
  if (key.length !== 32) {
    throw new StartFailure(`${name} must be 32 bytes in base64.`);
  }
  return key;
}

function signingKey(name: keyof SecretTexts, text: string): KeyObject {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') {
      return key;
    }
  } catch {
    // The sentence below says what was expected.
  }
  throw new StartFailure(`${name} must be an Ed25519 private key, PKCS 8 DER in base64.`);
}
