import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Ana Diaz', 'AD'],
  ['Ana Maria Diaz', 'AD'],
  ['cher', 'C'],
  ['  dana   reyes ', 'DR'],
  ['owner@newclinic.example', 'OE'],
  ['𝒜da Lace', '𝒜L'],
  ['', '?'],
])('the initials of %j are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
