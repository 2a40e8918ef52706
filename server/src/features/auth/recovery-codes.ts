import { createHash, randomBytes } from 'node:crypto';

const howMany = 10;
// Without characters that look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 6;
const groupLength = 4;

function randomGroup(): string {
  let group = '';
  while (group.length < groupLength) {
    for (const byte of randomBytes(8)) {
      // Bytes above the last whole multiple are thrown away, so that every character is equally likely.
      if (byte < 248 && group.length < groupLength) {
        group += alphabet[byte % alphabet.length] ?? '';
      }
    }
  }
  return group;
}

/**
 * Ten codes such as `k7mp-2xwd-9rta-h4nb-c3vq-8sfe`; shown once, stored hashed. With 118 random bits a fast hash is enough:
 * nobody can guess through 2^112 of them.
 */
export function newRecoveryCodes(): { readonly codes: string[]; readonly hashes: Buffer[] } {
  const codes = Array.from({ length: howMany }, () => Array.from({ length: groups }, randomGroup).join('-'));
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/** As people type it: in any case, with or without the dashes. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`recovery:${plain}`).digest();
}

/** What the mail to the owner says. */
export function usedCodeSentence(left: number): string {
  const others = left === 0 ? 'None of them is' : left === 1 ? 'One of them is' : `${left} of them are`;
  return `Somebody signed in to your account with one of your recovery codes. ${others} left.`;
}
