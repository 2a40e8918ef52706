import { expect, test } from 'vitest';
import { asAddress, domainOf, email, isEmail, line, personName } from './shapes.ts';

test.each([
  ['Name@Bücher.example', 'name@xn--bcher-kva.example'],
  ['name@bu\u0308cher.example', 'name@xn--bcher-kva.example'],
  ['name@xn--bcher-kva.example', 'name@xn--bcher-kva.example'],
  ['name@病院.example', 'name@xn--0rys90e.example'],
  [' Name@Clinic.example ', 'name@clinic.example'],
])('the address "%s" is kept as %s, whichever browser it comes from', (typed, kept) => {
  expect(isEmail(typed)).toBe(true);
  expect(email.parse(typed)).toBe(kept);
  expect(asAddress(kept)).toBe(kept);
});

test('a domain that only looks like another is another', () => {
  // The first letter is Cyrillic.
  expect(domainOf(email.parse('name@\u0441linic.example'))).not.toBe('clinic.example');
});

test.each([
  'name@bücher.example/clinic.example',
  'name@bücher.example:8080',
  'name@bücher.example?',
  'name@bücher.example#',
  'name@clinic.example\\bücher',
  'name@bücher。example',
  'name@b\u00adücher.example',
  'name@%62ücher.example',
  'name@127.0.0.１',
  'näme@clinic.example',
  'a@b@bücher.example',
  '@bücher.example',
  'bücher.example',
  `name@${'ü'.repeat(250)}.example`,
])('"%s" is no address', (typed) => {
  expect(isEmail(typed)).toBe(false);
  expect(email.safeParse(typed).success).toBe(false);
});

test.each([
  ['Ada \u202eretseT', 'Ada retseT'],
  ['\u2067Ada\u2069', 'Ada'],
  ['\u200f دانا ', 'دانا'],
  ['نرم\u200cافزار', 'نرم\u200cافزار'],
  ['👩\u200d⚕️', '👩\u200d⚕️'],
])('the name %j is kept as %j: nothing in it turns around what stands beside it', (typed, kept) => {
  expect(personName('Name is required').parse(typed)).toBe(kept);
});

test.each([
  '',
  ' ',
  '\u200b',
  '\u200d\u200c',
  '\u00ad',
  '\u2800',
  '\u3164',
  '\u202e\u202c',
  '\u{e0041}',
  '\u180e \ufe0f',
])('the name %j shows nothing, so it is none', (typed) => {
  const { success, error } = personName('Name is required').safeParse(typed);
  expect({ success, messages: error?.issues.map(({ message }) => message) }).toEqual({
    success: false,
    messages: ['Name is required'],
  });
});

test('an address copied with marks of writing direction is the address', () => {
  const copied = '\u202aname@clinic.example\u202c';
  expect(isEmail(copied)).toBe(true);
  expect(email.parse(copied)).toBe('name@clinic.example');
});

test('a line that may be empty may hold marks alone, and is empty then', () => {
  expect(line(20).parse('\u200e')).toBe('');
});
