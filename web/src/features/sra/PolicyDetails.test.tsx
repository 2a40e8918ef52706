import type { ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PolicyDetails } from './PolicyDetails.tsx';

const policy: ShownPolicy = {
  name: 'policies/a',
  customer: 'customers/C1',
  policyQuery: { orgUnit: 'orgUnits/root' },
  setting: { type: 'settings/gmail.imap_access', value: {} },
  bestPractice: {},
  remedy: '',
  verdict: 'unreadable',
  area: 'gmail',
  title: 'IMAP access',
  tier: 1,
  scuba: [],
  cis: [],
  hipaa: [],
  raw: { setting: { type: 'settings/gmail.imap_access', value: 'on' } },
  target: 'orgUnits/root',
  exception: null,
  expired: null,
};

test('of a value that cannot be shown it is not said that Google sent none', () => {
  const textOf = (raw: unknown) =>
    renderToStaticMarkup(<PolicyDetails policy={{ ...policy, raw }} onAccept={undefined} />);
  expect(textOf(policy.raw)).toContain('No value can be shown: what Google sent is under View JSON.');
  expect(textOf(policy.raw)).not.toContain('Google sent no value');
  expect(textOf([])).toContain('Google sent no value.');
});
