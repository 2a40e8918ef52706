/**
 * The password rules that browser and server share (ruling R20) and the estimate behind the strength meter. The server
 * enforces length, the blocklist and 'not made from your own name'; the estimate only explains.
 */
export const passwordLengths = { alone: 15, withSecondFactor: 8, maximum: 256 } as const;

export function minimumPasswordLength(hasSecondFactor: boolean): number {
  return hasSecondFactor ? passwordLengths.withSecondFactor : passwordLengths.alone;
}

/** Length in characters as people count them. */
export function passwordLength(password: string): number {
  return Array.from(password.normalize('NFC')).length;
}

const productWords = ['sentrywell'];

/** The words of a person that a password must not be made from: names, e-mail address, its parts, the product. */
export function personalWords(person: {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}): readonly string[] {
  const [local = '', domain = ''] = person.email.toLowerCase().split('@');
  const parts = [person.firstName, person.lastName, local, domain, ...domain.split('.'), ...local.split(/[^a-z0-9]+/)];
  const words = parts.flatMap((part) => [part, ...part.split(/[\s-]+/)]).map((part) => part.toLowerCase().trim());
  // Longest first: 'janedoe' must go before 'jane' takes a part out of it.
  return [...new Set([person.email.toLowerCase(), ...words, ...productWords])]
    .filter((word) => word.length >= 3)
    .sort((one, other) => other.length - one.length);
}

/** Letters and digits that must be left once the person's own words are taken out. */
const leastBesidesOwnWords = 8;

/** Whether the password is hardly more than the person's own words, in any case and with any decoration. */
export function isPersonal(password: string, words: readonly string[]): boolean {
  const whole = password.normalize('NFC').toLowerCase();
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), whole);
  return rest !== whole && passwordLength(rest.replace(/[^\p{L}\p{N}]/gu, '')) < leastBesidesOwnWords;
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
];
const runs = rows.flatMap((row) => [row, Array.from(row).reverse().join('')]);

function isRunOn(one: string, next: string): boolean {
  return one === next || runs.some((row) => row.includes(one + next));
}

/** Whether it is one short piece over and over, such as 'abcabcabcabcabc'. */
function isRepetition(text: string): boolean {
  for (let size = 1; size <= 10 && size * 2 <= text.length; size += 1) {
    if (
      text
        .slice(0, size)
        .repeat(Math.ceil(text.length / size))
        .startsWith(text)
    ) {
      return true;
    }
  }
  return false;
}

/** How many characters are not simply the neighbour of the one before ('aaaa', '1234', 'qwer'). */
function independentCharacters(text: string): number {
  const characters = Array.from(text);
  return characters.filter((character, index) => index === 0 || !isRunOn(characters[index - 1] ?? '', character))
    .length;
}

/** Repetitions and walks along the alphabet, the digits or the keyboard. */
export function isPattern(password: string): boolean {
  const text = password.normalize('NFC').toLowerCase();
  return (
    text.length > 0 && (isRepetition(text) || independentCharacters(text) <= Math.max(3, Math.floor(text.length / 5)))
  );
}

// The beginnings of most of the passwords that people choose; the server has the long list.
const popularWords =
  'password|passwort|passw0rd|p@ssword|letmein|welcome|iloveyou|princess|sunshine|monkey|dragon|football|baseball|superman|batman|master|shadow|admin|login|secret|summer|winter|spring|autumn|qwerty|trustno1|whatever|starwars|computer|freedom|hello|charlie|michael|jordan|changeme';
const popular = new RegExp(popularWords, 'g');

export type PasswordStrength = {
  /** 0: refused by a rule; 1 weak … 4 very strong. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  readonly label: 'Too short' | 'Too easy' | 'Weak' | 'Fair' | 'Strong' | 'Very strong';
  /** What to do, in whole sentences; empty when there is nothing to say. */
  readonly advice: readonly string[];
};

const labels = { 1: 'Weak', 2: 'Fair', 3: 'Strong', 4: 'Very strong' } as const;

function alphabetOf(text: string): number {
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^A-Za-z0-9]/, 20],
  ];
  return kinds.reduce((sum, [kind, size]) => (kind.test(text) ? sum + size : sum), 0);
}

function bitsOf(password: string, words: readonly string[]): number {
  const lower = password.toLowerCase();
  const withoutOwn = words.reduce((text, word) => text.replaceAll(word, '*'), lower);
  const rest = withoutOwn.replace(popular, '*');
  // Letters of running language are easier to guess than random ones.
  const perCharacter = Math.log2(Math.max(2, alphabetOf(password))) * 0.6;
  return independentCharacters(rest) * perCharacter;
}

/**
 * @param words from `personalWords`.
 * @param minimum from `minimumPasswordLength`.
 */
export function estimateStrength(password: string, words: readonly string[], minimum: number): PasswordStrength {
  const missing = minimum - passwordLength(password);
  if (missing > 0) {
    const unit = missing === 1 ? 'character' : 'characters';
    return {
      score: 0,
      label: 'Too short',
      advice: [`${missing} more ${unit}. Three or four words that do not belong together are easy to remember.`],
    };
  }
  if (isPersonal(password, words)) {
    return { score: 0, label: 'Too easy', advice: ['This is made from your name or e-mail address. Use other words.'] };
  }
  if (isPattern(password)) {
    return {
      score: 0,
      label: 'Too easy',
      advice: ['Repetitions and rows of keys are tried first. Use words instead.'],
    };
  }
  return graded(password, bitsOf(password, words));
}

function graded(password: string, bits: number): PasswordStrength {
  const score = bits < 30 ? 1 : bits < 45 ? 2 : bits < 65 ? 3 : 4;
  const advice: string[] = [];
  if (score <= 2) {
    advice.push('Add another word or two: length counts more than special characters.');
  }
  if (score <= 2 && password.toLowerCase().search(popular) >= 0) {
    advice.push('It contains a word that very many passwords contain.');
  }
  return { score, label: labels[score], advice };
}
