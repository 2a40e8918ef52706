import { expect, test } from 'vitest';
import { isUuid, readMessage } from './popup-message.ts';

const uuid = '00000000-0001-8abc-9def-0123456789ab';

test('a success with a well-formed uuid is heard', () => {
  expect(readMessage({ type: 'OAUTH_SUCCESS', uuid })).toEqual({ kind: 'success', uuid });
});

test.each([
  ['none', { type: 'OAUTH_SUCCESS' }],
  ['an empty one', { type: 'OAUTH_SUCCESS', uuid: '' }],
  ['a number', { type: 'OAUTH_SUCCESS', uuid: 7 }],
  ['a path', { type: 'OAUTH_SUCCESS', uuid: '../../etc' }],
  ['one with capitals', { type: 'OAUTH_SUCCESS', uuid: uuid.toUpperCase() }],
  ['one with more behind it', { type: 'OAUTH_SUCCESS', uuid: `${uuid}&orgId=2` }],
])('a success whose uuid is %s says so', (_, data) => {
  expect(readMessage(data)).toEqual({ kind: 'no-uuid' });
});

test.each([
  [undefined],
  [null],
  ['OAUTH_SUCCESS'],
  [42],
  [{}],
  [[]],
  [{ type: 'oauth_success', uuid }],
  [{ source: 'react-devtools', payload: { type: 'OAUTH_SUCCESS', uuid } }],
])('%j is none of our messages', (data) => {
  expect(readMessage(data)).toBeUndefined();
});

test('an error carries its sentence, or none', () => {
  expect(readMessage({ type: 'OAUTH_ERROR', message: 'No.' })).toEqual({ kind: 'error', message: 'No.' });
  expect(readMessage({ type: 'OAUTH_ERROR', message: { toString: 'No.' } })).toEqual({ kind: 'error', message: '' });
});

test('only the exact form is a uuid', () => {
  expect(isUuid(uuid)).toBe(true);
  expect(isUuid(null)).toBe(false);
  expect(isUuid(` ${uuid}`)).toBe(false);
});
