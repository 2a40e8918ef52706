import { wholeMatrix } from '@sentrywell/contract/matrix-filter.ts';
import { expect, test } from 'vitest';
import { filterOf, queryOf } from './matrix-address.ts';

test('the address and the filters say the same; the whole matrix needs no words', () => {
  const filter = { organization: 'north & south ', setting: '2-step', area: 'gmail', onlyFailing: true };
  expect(filterOf(new URLSearchParams(queryOf(filter).toString()))).toEqual(filter);
  expect(queryOf(wholeMatrix).toString()).toBe('');
});

test('junk in the address is left out', () => {
  expect(filterOf(new URLSearchParams('?only=everything&area=&nonsense=1'))).toEqual(wholeMatrix);
  expect(filterOf(new URLSearchParams({ setting: 'x'.repeat(300) })).setting).toHaveLength(200);
});
