import { type ErrorCode, errors } from '@sentrywell/contract/errors.ts';
import { expect, test } from 'vitest';
import { tooMany } from './too-many.ts';

test.each([
  [0.2, '1 second'],
  [59.1, '60 seconds'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [3_600, '60 minutes'],
  [7_200, '120 minutes'],
  [7_201, '3 hours'],
  [86_400, '24 hours'],
])('%d seconds to wait are %s', (seconds, words) => {
  expect(tooMany('request.too_many', seconds)).toMatchObject({
    message: `Too many requests. Please try again in ${words}.`,
    retryAfterSeconds: seconds,
  });
});

test('every sentence of too many has a place for how long', () => {
  const codes = (Object.keys(errors) as ErrorCode[]).filter((code) => errors[code].status === 429);
  expect(codes.length).toBeGreaterThan(3);
  expect(codes.filter((code) => !tooMany(code, 60).message.includes(' in 60 seconds'))).toEqual([]);
});
