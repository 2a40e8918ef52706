import { rulesText } from '@sentrywell/contract/assessment-rules.ts';
import { scoreOf } from '@sentrywell/contract/assessment-score.ts';
import type { Assessment } from '@sentrywell/contract/assessment.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { counted, grouped } from '../../ui/counted.ts';
import { DateText } from '../../ui/DateText.tsx';
import { LineChart } from '../../ui/LineChart.tsx';
import { Table } from '../../ui/Table.tsx';
import type { Column } from '../../ui/table-types.ts';
import { showToast } from '../../ui/toast.ts';
import { ScoreText } from '../organizations/ScoreText.tsx';
import { CompareForm } from './CompareForm.tsx';
import { ComparisonView } from './ComparisonView.tsx';
import { ruleChangesOf, shownInTrend, trendOf } from './score-trend.ts';
import { addressFor, readAddress } from './sra-address.ts';
import type { AssessmentList } from './use-assessment.ts';

type Props = { readonly organizationId: string; readonly list: AssessmentList };

/** All assessments of the organization: the score over time, each one to open, any two to compare. */
export function HistoryView({ organizationId, list }: Props) {
  const [parameters, setParameters] = useSearchParams();
  const { before, after } = readAddress(parameters);
  const isComparing = before !== undefined && after !== undefined;
  const { assessments, more, isLoading, loadMore } = useOlder(organizationId, list);
  return (
    <div className="space-y-6">
      <Card title="Compliance score over time">
        <LineChart
          label="Compliance score by assessment"
          head={['Assessed', 'Score']}
          points={trendOf(assessments)}
          format={(value) => `${Number(value.toFixed(1))}%`}
          emptyText="No assessment has a score yet."
          top={100}
        />
        <RuleChanges assessments={shownInTrend(assessments)} />
      </Card>
      {assessments.length > 1 && (
        // On paper the form says nothing.
        <Card title="Compare two assessments" className={isComparing ? '' : 'print:hidden'}>
          <CompareForm
            key={`${before} ${after}`}
            assessments={assessments}
            before={before}
            after={after}
            onCompare={(pair) => setParameters(addressFor({ view: 'history', ...pair }))}
          />
          {isComparing && (
            <div className="mt-6 print:mt-0">
              <ComparisonView organizationId={organizationId} before={before} after={after} />
            </div>
          )}
        </Card>
      )}
      <div>
        <h2 className="card-title mb-3">{counted(list.total, 'assessment', 'assessments')}</h2>
        <Table
          label="Assessments"
          columns={columns}
          state={{ kind: 'ready', rows: assessments }}
          rowKey={({ id }) => id}
          rowLink={({ id }) => `/org/${organizationId}/sra?assessment=${id}`}
          empty={null}
        />
        {more > 0 && (
          <Button className="mt-4 print:hidden" onClick={loadMore} pending={isLoading} pendingLabel="Loading...">
            Show older assessments ({grouped(more)})
          </Button>
        )}
      </div>
    </div>
  );
}

/** A line that rises because other rules judge is no progress. */
function RuleChanges({ assessments }: { readonly assessments: readonly Assessment[] }) {
  const changes = ruleChangesOf(assessments);
  if (changes.length === 0) {
    return null;
  }
  return (
    <div className="mt-3 text-[0.8125rem] text-ink-soft">
      <p>Not all of these scores were judged by the same rules:</p>
      <ul className="list-disc pl-5">
        {changes.map((assessment) => (
          <li key={assessment.id}>
            from <DateText value={assessment.assessedAt} look="dateTime" /> on by catalogue {rulesText(assessment)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const columns: ReadonlyArray<Column<Assessment>> = [
  {
    key: 'assessedAt',
    header: 'Assessed',
    onPhone: 'name',
    cell: ({ assessedAt }) => <DateText value={assessedAt} look="dateTime" />,
    sortBy: ({ assessedAt }) => assessedAt,
  },
  {
    key: 'score',
    header: 'Score',
    align: 'end',
    onPhone: 'side',
    cell: (assessment) => <ScoreText score={scoreOf(assessment)} isAssessed />,
    sortBy: scoreOf,
  },
  {
    key: 'nonCompliant',
    header: 'Non-compliant',
    align: 'end',
    cell: ({ counts }) => grouped(counts['non-compliant'] ?? 0),
    sortBy: ({ counts }) => counts['non-compliant'] ?? 0,
  },
  {
    key: 'partial',
    header: 'Partial',
    align: 'end',
    cell: ({ counts }) => grouped(counts.partial ?? 0),
    sortBy: ({ counts }) => counts.partial ?? 0,
  },
  {
    key: 'compliant',
    header: 'Compliant',
    isSpare: true,
    align: 'end',
    cell: ({ counts }) => grouped(counts.compliant ?? 0),
    sortBy: ({ counts }) => counts.compliant ?? 0,
  },
  { key: 'by', header: 'By', cell: ({ assessedBy }) => assessedBy, sortBy: ({ assessedBy }) => assessedBy },
  {
    key: 'catalogue',
    header: 'Catalogue',
    isSpare: true,
    cell: rulesText,
    sortBy: rulesText,
  },
];

/** The listed assessments and those before them, 200 at a time. */
function useOlder(organizationId: string, list: AssessmentList) {
  const [kept, setKept] = useState<readonly Assessment[]>([]);
  const [isLoading, setLoading] = useState(false);
  // A new one pushes another out of the list: what was shown before stays.
  const oldest = list.assessments.at(-1)?.id ?? Infinity;
  const assessments = [...list.assessments, ...kept.filter(({ id }) => id < oldest)];
  const last = assessments.at(-1);

  async function load(before: string) {
    setLoading(true);
    try {
      const next = await call(sraEndpoints.listAssessments, { params: { id: organizationId }, query: { before } });
      setKept([...assessments, ...next.assessments]);
    } catch (error) {
      showToast('bad', failureWords(error, 'Older assessments could not be loaded.'));
    }
    setLoading(false);
  }

  return {
    assessments,
    more: list.total - assessments.length,
    isLoading,
    loadMore: () => last !== undefined && void load(String(last.id)),
  };
}
