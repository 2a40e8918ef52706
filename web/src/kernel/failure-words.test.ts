import { expect, test } from 'vitest';
import { CallFailed } from './call.ts';
import { failureWords, fieldWords } from './failure-words.ts';

const refused = new CallFailed({
  code: 'request.invalid',
  status: 400,
  message: 'Please enter a valid email address',
  issues: [
    { path: 'email', message: 'Please enter a valid email address' },
    { path: 'email', message: 'Must be at most 254 characters' },
    { path: 'tenantIds.0', message: 'Too small' },
  ],
});

test('each field of a form gets the first sentence about it, alone', () => {
  expect(fieldWords(refused, ['name', 'email'])).toEqual({ email: 'Please enter a valid email address' });
});

test('a failure that is about no field has words for the whole form', () => {
  expect(fieldWords(refused, ['name'])).toEqual({});
  expect(fieldWords(new Error('no'), ['name'])).toEqual({});
  expect(failureWords(new Error('no'), 'That did not work.')).toBe('That did not work.');
});
