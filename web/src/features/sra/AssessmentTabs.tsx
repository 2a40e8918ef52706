import type { ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Banner } from '../../ui/Banner.tsx';
import { grouped } from '../../ui/counted.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { AcceptFindingDialog } from './AcceptFindingDialog.tsx';
import { AssessmentResults } from './AssessmentResults.tsx';
import { ExceptionsView } from './ExceptionsView.tsx';
import { HistoryView } from './HistoryView.tsx';
import { addressFor, readAddress, views } from './sra-address.ts';
import type { AssessmentState } from './use-assessment.ts';
import type { OpenedAssessment } from './use-workspace-sign-in.ts';

type Props = {
  readonly organizationId: string;
  readonly assessment: AssessmentState;
  readonly opened: OpenedAssessment;
};

/** An assessment, the ones before it, and the findings that were accepted. */
export function AssessmentTabs({ organizationId, assessment, opened }: Props) {
  const [parameters, setParameters] = useSearchParams();
  const { view, assessment: chosen } = readAddress(parameters);
  const { data: list, error, refresh } = assessment.list;

  function select(id: string) {
    const next = views.find((one) => one === id);
    if (next !== undefined && next !== view) {
      // Drawn at once: a tab that is pressed meanwhile would be compared with the one before.
      setParameters(addressFor({ view: next, assessment: chosen }), { flushSync: true });
    }
  }

  return (
    <Tabs
      label="Assessment"
      selected={view}
      onSelected={select}
      tabs={[
        {
          id: 'policies',
          label: 'Policies',
          panel: <PoliciesPanel organizationId={organizationId} assessment={assessment} opened={opened} />,
        },
        { id: 'exceptions', label: 'Exceptions', panel: <ExceptionsView organizationId={organizationId} /> },
        // Last, so that no tab moves when its count comes.
        {
          id: 'history',
          label: list === undefined ? 'History' : `History (${grouped(list.total)})`,
          panel:
            list === undefined ? (
              error !== undefined && (
                <ErrorState title="Error Loading Assessments" message={error.message} onRetry={() => void refresh()} />
              )
            ) : (
              <HistoryView organizationId={organizationId} list={list} />
            ),
        },
      ]}
    />
  );
}

function PoliciesPanel({ organizationId, assessment, opened }: Props) {
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
