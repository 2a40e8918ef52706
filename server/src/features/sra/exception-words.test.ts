import type { AssessmentException } from '@sentrywell/contract/assessment.ts';
import { expect, test } from 'vitest';
import { exceptionWords } from './exception-words.ts';

test('what is said of an exception that expired is true on its day, on which it ended with a minute, and on those after it', () => {
  const expired: AssessmentException = {
    id: 1,
    settingType: 'settings/gmail.imap_access',
    target: 'orgUnits/root',
    title: 'IMAP access',
    reason: 'An old scanner',
    compensatingMeasure: 'Own account',
    acceptedBy: 'Dana Reyes',
    createdAt: '2026-11-21T12:00:00.000Z',
    expiresAt: '2026-12-21T08:00:00.000Z',
    endedAt: null,
    endedBy: null,
    absentSince: null,
    returnedAt: null,
    state: 'expired',
  };
  expect(exceptionWords({ exception: null, idleException: null, expired })).toEqual([
    'Was accepted by Dana Reyes on 2026-11-21 12:00 UTC, until 2026-12-21 08:00 UTC. That time has come: it counts as open again.',
  ]);
});
