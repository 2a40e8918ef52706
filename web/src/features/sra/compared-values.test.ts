import { expect, test } from 'vitest';
import { changedValues } from './compared-values.ts';

const side = (value: Record<string, unknown>) => ({ verdict: 'compliant', value, bestPractice: {} }) as const;

test('only what differs is listed, with what it was and what it is', () => {
  expect(changedValues({ before: side({ same: [1], other: true }), after: side({ other: false, same: [1] }) })).toEqual(
    [{ key: 'other', name: 'Other', was: 'true', is: 'false' }],
  );
});

test('values that came or went stand against a dash', () => {
  expect(changedValues({ before: side({ gone: 'x' }), after: side({ come: 'y' }) })).toEqual([
    { key: 'gone', name: 'Gone', was: 'x', is: '-' },
    { key: 'come', name: 'Come', was: '-', is: 'y' },
  ]);
  expect(changedValues({ before: null, after: side({ come: 1 }) })).toHaveLength(1);
});
