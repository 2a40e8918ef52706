import type { Assessment } from '@sentrywell/contract/assessment.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ComplianceSummary } from './ComplianceSummary.tsx';

const assessment = (unreadable: number): Assessment => ({
  id: 1,
  uuid: '00000000-0001-4000-8000-000000000000',
  organizationId: 1,
  assessedAt: '2026-11-21T00:00:00.000Z',
  assessedBy: 'Dana Reyes',
  account: 'admin@cedar.example',
  catalogueVersion: '2026.11',
  rules: 'aaaa1111',
  includesTier2: false,
  score: 100,
  counts: { compliant: 50, partial: 0, 'non-compliant': 0, unreadable, 'not-licensed': 0, 'not-assessed': 0 },
  accepted: 0,
});

const summaryOf = (unreadable: number) =>
  renderToStaticMarkup(
    <ComplianceSummary
      assessment={assessment(unreadable)}
      first={[]}
      chosen="all"
      onVerdict={() => undefined}
      onGo={() => undefined}
    />,
  );

test('that no finding is open is said only where every setting could be read', () => {
  expect(summaryOf(0)).toContain('No open finding.');
  expect(summaryOf(1)).not.toContain('No open finding.');
  expect(summaryOf(1)).toContain('look at what could not be read');
});
