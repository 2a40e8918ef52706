import type { AssessmentException, ShownPolicy } from '@sentrywell/contract/assessment.ts';
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
  stillOpen: false,
  exception: null,
  idleException: null,
  expired: null,
};

test('an exception is told although there is no finding: since when it is gone, or when it came back', () => {
  const textOf = (change: Partial<ShownPolicy>) =>
    renderToStaticMarkup(<PolicyDetails policy={{ ...policy, ...change }} onAccept={undefined} />).replaceAll(
      /<[^>]*>/g,
      '',
    );
  const exception: AssessmentException = {
    id: 1,
    settingType: policy.setting.type,
    target: policy.target,
    title: policy.title,
    reason: 'An old scanner',
    compensatingMeasure: 'Own account',
    acceptedBy: 'Dana Reyes',
    createdAt: '2026-11-21T12:00:00.000Z',
    expiresAt: '2026-12-21T12:00:00.000Z',
    endedAt: null,
    endedBy: null,
    absentSince: null,
    returnedAt: null,
    state: 'in-force',
  };
  const gone = textOf({
    verdict: 'compliant',
    idleException: { ...exception, absentSince: '2026-11-22T12:00:00.000Z' },
  });
  expect(gone).toContain('Accepted by Dana Reyes until');
  expect(gone).toContain('There is no finding here now. One that comes back before that day is accepted at once.');
  expect(gone).toContain('Not found any more since');
  const back = textOf({ exception: { ...exception, returnedAt: '2026-11-23T12:00:00.000Z' } });
  expect(back).toMatch(/Was gone and came back on .+; accepted since .+\./);
  expect(back).not.toContain('no finding here');
  expect(textOf({ exception })).not.toContain('came back');
  // True on the day itself, on which it ended with the first minute, and of every day after it.
  expect(textOf({ verdict: 'non-compliant', expired: { ...exception, state: 'expired' } })).toMatch(
    /^.*Was accepted by Dana Reyes until .+\. That day has come, and the finding counts as open again\./,
  );
});

test('of a value that cannot be shown it is not said that Google sent none', () => {
  const textOf = (raw: unknown) =>
    renderToStaticMarkup(<PolicyDetails policy={{ ...policy, raw }} onAccept={undefined} />);
  expect(textOf(policy.raw)).toContain('No value can be shown: what Google sent is under View JSON.');
  expect(textOf(policy.raw)).not.toContain('Google sent no value');
  expect(textOf([])).toContain('Google sent no value.');
});
