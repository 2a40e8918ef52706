import { expect, test } from 'vitest';
import { shownMessage } from './shown-message.ts';

test('a sentence is shown as it is', () => {
  expect(shownMessage('The sign-in was cancelled. Nothing was read.')).toBe(
    'The sign-in was cancelled. Nothing was read.',
  );
});

test.each([[null], [''], ['   '], ['\u0000\u200b\n']])('%j is no message', (text) => {
  expect(shownMessage(text)).toBeUndefined();
});

test('a message is at most 200 characters long, counted as a person does', () => {
  const long = shownMessage('😀'.repeat(500));
  expect(Array.from(long ?? '')).toHaveLength(200);
  expect(long?.endsWith('😀…')).toBe(true);
  expect(shownMessage('x'.repeat(200))).toBe('x'.repeat(200));
});

test('line breaks become spaces; characters that hide or turn text are gone', () => {
  expect(shownMessage('one\r\n two\u202ethree\u0007')).toBe('one twothree');
});
