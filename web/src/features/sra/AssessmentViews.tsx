import type { ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { useState } from 'react';
import { createSearchParams, useSearchParams } from 'react-router';
import { Banner } from '../../ui/Banner.tsx';
import { grouped } from '../../ui/counted.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { ViewLinks } from '../../ui/ViewLinks.tsx';
import { AcceptFindingDialog } from './AcceptFindingDialog.tsx';
import { AssessmentResults } from './AssessmentResults.tsx';
import { ExceptionsView } from './ExceptionsView.tsx';
import { HistoryView } from './HistoryView.tsx';
import { addressFor, readAddress, type View } from './sra-address.ts';
import type { AssessmentState } from './use-assessment.ts';
import type { OpenedAssessment } from './use-workspace-sign-in.ts';

type Props = {
  readonly organizationId: string;
  readonly assessment: AssessmentState;
  readonly opened: OpenedAssessment;
};

/** An assessment, the ones before it, and the findings that were accepted. */
export function AssessmentViews({ organizationId, assessment, opened }: Props) {
  const [parameters] = useSearchParams();
  const { view, assessment: chosen } = readAddress(parameters);
  const { data: list } = assessment.list;
  const to = (one: View) => ({ search: createSearchParams(addressFor({ view: one, assessment: chosen })).toString() });
  return (
    <>
      <ViewLinks
        label="Assessment"
        current={view}
        views={[
          { id: 'policies', label: 'Policies', to: to('policies') },
          { id: 'exceptions', label: 'Exceptions', to: to('exceptions') },
          // Last, so that none of them moves when its count comes.
          {
            id: 'history',
            label: list === undefined ? 'History' : `History (${grouped(list.total)})`,
            to: to('history'),
          },
        ]}
      />
      {view === 'policies' && <PoliciesPart organizationId={organizationId} assessment={assessment} opened={opened} />}
      {view === 'exceptions' && <ExceptionsView organizationId={organizationId} />}
      {view === 'history' && <HistoryPart organizationId={organizationId} assessment={assessment} />}
    </>
  );
}

function HistoryPart({ organizationId, assessment }: Omit<Props, 'opened'>) {
  const { data: list, error, refresh } = assessment.list;
  if (list !== undefined) {
    return <HistoryView organizationId={organizationId} list={list} />;
  }
  return (
    error !== undefined && (
      <ErrorState title="Error Loading Assessments" message={error.message} onRetry={() => void refresh()} />
    )
  );
}

function PoliciesPart({ organizationId, assessment, opened }: Props) {
  const [parameters] = useSearchParams();
  const [accepting, setAccepting] = useState<ShownPolicy>();
  return (
    <>
      {!assessment.isNewest && (
        <Banner tone="info" className="mb-6">
          This is an older assessment. <TextLink to={`/org/${organizationId}/sra`}>Show the newest one</TextLink>
        </Banner>
      )}
      <AssessmentResults
        key={opened.assessment.id}
        opened={opened}
        settingType={readAddress(parameters).setting}
        onAccept={assessment.isNewest ? setAccepting : undefined}
      />
      <AcceptFindingDialog organizationId={organizationId} policy={accepting} onClose={() => setAccepting(undefined)} />
    </>
  );
}
