import { expect, test } from 'vitest';
import { inOrderOfMending } from './finding-order.ts';

type Finding = ReturnType<Parameters<typeof inOrderOfMending>[1]>;

function finding(title: string, change: object = {}): Finding {
  return {
    title,
    verdict: 'non-compliant',
    setting: { type: title, value: {} },
    tier: 1,
    scuba: [],
    cis: [],
    hipaa: [],
    ...change,
  };
}

test('findings stand in the order in which they are mended: verdict, tier, benchmarks, places, and then by name', () => {
  const findings = [
    finding('partial', { verdict: 'partial', cis: ['1', '2', '3'] }),
    finding('tier 2', { tier: 2, cis: ['1', '2', '3'] }),
    finding('b, light'),
    finding('a, light'),
    finding('in two places'),
    finding('heavy', { scuba: ['1'], hipaa: ['2'] }),
    finding('in two places'),
  ];
  expect(inOrderOfMending(findings, (one) => one).map(({ title }) => title)).toEqual([
    'heavy',
    'in two places',
    'in two places',
    'a, light',
    'b, light',
    'tier 2',
    'partial',
  ]);
});
