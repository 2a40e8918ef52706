import { readFileSync } from 'node:fs';
import {
  isPattern,
  isPersonal,
  minimumPasswordLength,
  passwordLength,
  personalWords,
} from '@sentrywell/contract/password-strength.ts';
import { Refusal } from './refusal.ts';

/** The embedded blocklist, made by tools/common-passwords.mjs. */
const common: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
);

const disguises: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

/** What people put around a common word to satisfy a rule: a few characters, a year, a row of digits. */
function isUsualEnding(ending: string): boolean {
  return ending.length <= 4 || /^\D?(19|20)\d\d\D*$/.test(ending) || isPattern(ending) || common.has(ending);
}

/** Compared as a whole and without regard to case; a common word with the usual disguise or ending counts as itself. */
export function isCommonPassword(password: string): boolean {
  const whole = password.normalize('NFC').toLowerCase();
  if (common.has(whole) || common.has(whole.replaceAll(/[\s._-]/g, '')) || isPattern(whole)) {
    return true;
  }
  const plain = whole.replaceAll(/[@431$50]/g, (character) => disguises[character] ?? character);
  const [, before = '', , after = ''] = /^([^a-z]*)(.*?)([^a-z]*)$/s.exec(whole) ?? [];
  const word = whole.slice(before.length, whole.length - after.length);
  const plainWord = plain.slice(before.length, whole.length - after.length);
  return (common.has(word) || common.has(plainWord)) && isUsualEnding(before + after);
}

export type PasswordOwner = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
};

/** @throws Refusal with a sentence that says what to do instead (ruling R20). */
export function mustBeGoodPassword(password: string, owner: PasswordOwner): void {
  const minimum = minimumPasswordLength(owner.hasSecondFactor);
  if (passwordLength(password) < minimum) {
    throw new Refusal('password.too_short', { message: `Please use at least ${minimum} characters.` });
  }
  if (isPersonal(password, personalWords(owner))) {
    throw new Refusal('password.personal');
  }
  if (isCommonPassword(password)) {
    throw new Refusal('password.too_common');
  }
}
