import { expect, test } from 'vitest';
import { asAddress, domainOf, email, isEmail } from './shapes.ts';

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
