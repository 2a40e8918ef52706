import { expect, test } from 'vitest';
import { addressFor, readAddress } from './sra-address.ts';

test('an address without parameters is the newest assessment’s policies', () => {
  expect(readAddress(new URLSearchParams())).toEqual({
    view: 'policies',
    assessment: undefined,
    setting: undefined,
    before: undefined,
    after: undefined,
  });
});

test.each(['0', '-1', '1e3', '12345678901', '1 or 1=1', ''])('%j is no assessment', (text) => {
  expect(readAddress(new URLSearchParams({ assessment: text, view: text }))).toMatchObject({
    view: 'policies',
    assessment: undefined,
  });
});

test('what is written is read again', () => {
  const address = { view: 'history', before: '3', after: '7' } as const;
  expect(addressFor(address)).toEqual(address);
  expect(readAddress(new URLSearchParams(addressFor(address)))).toMatchObject(address);
  expect(addressFor({ view: 'policies', assessment: undefined })).toEqual({});
});
