import { describe, expect, test } from 'vitest';
import { isCommonPassword, mustBeGoodPassword } from './password-rules.ts';

const jane = { firstName: 'Jane', lastName: 'Harper', email: 'jane@cedar.example', hasSecondFactor: false };

describe('common passwords', () => {
  test.each([
    'password123456789',
    'PasswordPassword',
    'Sunshine2026!!!',
    'P@ssw0rd12345678',
    'iloveyouforever',
    'correct-horse-battery-staple',
    'qwertyuiopasdfghjklzxcvbnm',
    '1q2w3e4r5t6y7u8i9o0p',
    '111111111111111111',
    '012345678901234567',
    '!!!!!!dragon!!!!!!',
    'summer2026summer2026',
    'this is my password',
    'princesssunshine',
  ])('%s is refused', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each(['dragon8492017365521', 'seven green kettles', 'Überraschung im Garten', 'my sunshine is a black cat'])(
    '%s is accepted',
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );
});

describe('the rules, in the order in which a person can mend them', () => {
  test.each([
    ['fourteen chars', 'password.too_short'],
    ['janeharper12345', 'password.personal'],
    ['password12345678', 'password.too_common'],
  ])('%s → %s', (password, code) => {
    expect(() => mustBeGoodPassword(password, jane)).toThrow(expect.objectContaining({ code }));
  });

  test.each([
    'small letters and blanks alone',
    'GROSSBUCHSTABENREGEN',
    '7203918465029384',
    '!?;:#=+-_*~,.<>|',
    '緑の薬缶が七つ棚の上で歌っている',
    '🐎🌲🚲🌵🐢🍋🎻🧭🪁🦉🥁🪴🛶🧶🍄',
  ])('any characters will do: %s', (password) => {
    expect(() => mustBeGoodPassword(password, jane)).not.toThrow();
  });

  test('8 characters are enough with a second factor, and not without', () => {
    expect(() => mustBeGoodPassword('k7#Lm!x2', { ...jane, hasSecondFactor: true })).not.toThrow();
    expect(() => mustBeGoodPassword('k7#Lm!x2', jane)).toThrow(expect.objectContaining({ code: 'password.too_short' }));
  });
});
