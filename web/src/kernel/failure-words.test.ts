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

test('an answer that says nothing of its own leaves it to the words of the page', () => {
  const speechless = { code: 'server.failed', status: 502, message: 'Something went wrong on our side.' } as const;
  expect(failureWords(new CallFailed({ ...speechless, saysWhy: false }), 'Login failed')).toBe('Login failed');
  expect(failureWords(new CallFailed(speechless), 'Login failed')).toBe('Something went wrong on our side.');
});

test('a failure that is about no field has words for the whole form', () => {
  expect(fieldWords(refused, ['name'])).toEqual({});
  expect(fieldWords(new Error('no'), ['name'])).toEqual({});
  expect(failureWords(new Error('no'), 'That did not work.')).toBe('That did not work.');
});
