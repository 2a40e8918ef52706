import { describe, expect, test } from 'vitest';
import { estimateStrength, isPattern, isPersonal, minimumPasswordLength, personalWords } from './password-strength.ts';

const jane = personalWords({ firstName: 'Jane', lastName: 'Harper-Lee', email: 'jane.harper@cedarclinic.example' });

describe('what a password must not be made from', () => {
  test.each([
    'janeharperjane1',
    'JANE.HARPER@CedarClinic.example',
    'CedarClinic2026!!!',
    'sentrywell12345',
    '!!!jane---lee!!!',
    'harper-lee2026!',
  ])('%s is the person’s own words with decoration', (password) => {
    expect(isPersonal(password, jane)).toBe(true);
  });

  test.each(['jane rides green horses', 'correct horse battery staple', 'my cedarclinic parking lot'])(
    '%s has enough besides',
    (password) => {
      expect(isPersonal(password, jane)).toBe(false);
    },
  );

  test('short names do not count: an "Al" may write "always"', () => {
    expect(
      isPersonal('always walk the dog', personalWords({ firstName: 'Al', lastName: 'Wu', email: 'al@b.example' })),
    ).toBe(false);
  });
});

describe('patterns', () => {
  test.each([
    'aaaaaaaaaaaaaaa',
    'abcabcabcabcabc',
    '123456789012345',
    '987654321098765',
    'qwertyuiopasdfghjkl',
    'abcdefghijklmnopqrst',
    'aaaaabbbbbccccc',
    '121212121212121',
  ])('%s is one', (password) => {
    expect(isPattern(password)).toBe(true);
  });

  test.each(['correct horse battery', 'Tr0ub4dor&3 and more', 'mississippi river boat', '4071 8823 1956 2740'])(
    '%s is none',
    (password) => {
      expect(isPattern(password)).toBe(false);
    },
  );
});

describe('the strength meter', () => {
  const of = (password: string, minimum = minimumPasswordLength(false)) => estimateStrength(password, jane, minimum);

  test('says how much is missing, in characters as people count them', () => {
    expect(of('short')).toMatchObject({ score: 0, label: 'Too short' });
    expect(of('short').advice[0]).toMatch(/^10 more characters/);
    expect(of('12 characters 🐎').advice).toEqual(of('12 characters x').advice);
    expect(of('fourteen chars')).toMatchObject({
      label: 'Too short',
      advice: [expect.stringMatching(/^1 more character\./)],
    });
  });

  test('a second factor makes 8 characters enough', () => {
    expect(of('k7#Lm!x2', minimumPasswordLength(true)).score).toBeGreaterThan(0);
  });

  test('grows with length, and explains what weakens', () => {
    expect(of('correct horse battery staple')).toEqual({ score: 4, label: 'Very strong', advice: [] });
    const weak = of('password2026!!!');
    expect(weak.score).toBe(1);
    expect(weak.advice).toContain('It contains a word that very many passwords contain.');
    expect(of('correct horse bat').score).toBeGreaterThanOrEqual(2);
  });

  test('what a rule refuses is never called good', () => {
    expect(of('aaaaaaaaaaaaaaaaaaaaaaaa')).toMatchObject({ score: 0, label: 'Too easy' });
    expect(of('janeharperjaneharper')).toMatchObject({ score: 0, label: 'Too easy' });
  });
});
