import { expect, test } from 'vitest';
import { type ErrorFacts, errorWords } from './error-words.ts';

const table: ReadonlyArray<readonly [string, ErrorFacts, string, string]> = [
  ['404', { code: 404 }, '⚠️ 404 - Not Found', 'Oops, This Page Cannot Be Found!'],
  [
    '402',
    { code: 402 },
    '402 - Payment Required',
    'Payment Required. Please check your subscription or billing details.',
  ],
  ['500', { code: 500 }, '500 - Server Error', 'Internal Server Error. Please try again later.'],
  ['an unknown code', { code: 418 }, 'Error', 'An unexpected error occurred.'],
  ['nothing known', {}, 'Error', 'An unexpected error occurred.'],
  [
    'a message left by the page before',
    { stateMessage: 'Invalid or expired invitation' },
    'Error',
    'Invalid or expired invitation',
  ],
  ['a message left, with a code', { stateMessage: 'Gone', code: 404 }, 'Error', 'Gone'],
  ['a message of its own, with a code', { message: 'Not here', code: 404 }, '⚠️ 404 - Not Found', 'Not here'],
];

test.each(table)('the error page says what the specification says for %s', (_name, facts, title, message) => {
  expect(errorWords(facts)).toEqual({ title, message });
});
