import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import type { Assessment } from '@sentrywell/contract/assessment.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { addressOf } from '../../kernel/call.ts';
import { keptUuid } from '../../kernel/sign-in-uuid.ts';
import { useCall } from '../../kernel/use-call.ts';
import { useOrganizationTitle } from '../../kernel/use-organization-title.ts';
import { Banner } from '../../ui/Banner.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { OrganizationNotFound } from '../../ui/OrganizationNotFound.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AnalyzerHero } from './AnalyzerHero.tsx';
import { AssessmentViews } from './AssessmentViews.tsx';
import { PlaceholderPolicies } from './PlaceholderPolicies.tsx';
import { isUnderWay, type SignInState, signInWords } from './sign-in-state.ts';
import { TierSwitch } from './TierSwitch.tsx';
import { type AssessmentState, useAssessment } from './use-assessment.ts';
import { useWorkspaceSignIn, type WorkspaceSignIn } from './use-workspace-sign-in.ts';
import { Verifying } from './Verifying.tsx';

/** /org/{id}/sra (specification §2, 'Security risk assessment'). */
export function SraPage() {
  const { id = '' } = useParams();
  const organization = useCall(organizationEndpoints.findOrganization, { params: { id } });
  if (organization.data === undefined && organization.error?.status === 404) {
    return <OrganizationNotFound />;
  }
  if (organization.data === undefined && organization.error !== undefined) {
    return (
      <ErrorState
        title="Error Loading Organization"
        message={organization.error.message}
        level={1}
        onRetry={() => void organization.refresh()}
      />
    );
  }
  return <SraOfOrganization id={id} organization={organization.data?.organization} />;
}

type OfOrganization = {
  readonly id: string;
  /** undefined while it loads. */
  readonly organization: { readonly name: string; readonly domainName: string } | undefined;
};

function SraOfOrganization({ id, organization }: OfOrganization) {
  const documentTitle = useOrganizationTitle('Security Risk Assessment', id);
  const assessment = useAssessment(id);
  const domainName = organization?.domainName;
  const signIn = useWorkspaceSignIn({ organizationId: Number(id), domainName, onLoaded: assessment.show });
  const { opened } = assessment;
  const isLoading = assessment.isLoading && opened === undefined;
  useFocusAfter(signIn.state);
  return (
    <>
      <PageHeader
        title="Security Risk Assessment"
        documentTitle={documentTitle}
        subtitle="Analyze your organization's security policies and compliance status"
        actions={
          opened === undefined ? isLoading && <DownloadsToCome /> : <Downloads id={id} assessment={opened.assessment} />
        }
      />
      <SignInPart signIn={signIn}>
        <AnalyzerHero
          assessment={opened?.assessment}
          organization={organization}
          isLoading={isLoading}
          onSignIn={signIn.start}
        >
          <TierSwitch organizationId={id} />
        </AnalyzerHero>
        {opened === undefined ? (
          <NothingOpened id={id} assessment={assessment} hasFailed={signIn.state.phase === 'failed'} />
        ) : (
          <AssessmentViews organizationId={id} assessment={assessment} opened={opened} />
        )}
      </SignInPart>
    </>
  );
}

function Downloads({ id, assessment }: { readonly id: string; readonly assessment: Assessment }) {
  const params = { id, assessmentId: assessment.id };
  return (
    <>
      <DownloadButton href={addressOf(sraEndpoints.downloadAssessmentReport, { params })}>PDF report</DownloadButton>
      <DownloadButton href={addressOf(sraEndpoints.downloadAssessmentCsv, { params })}>CSV</DownloadButton>
    </>
  );
}

/** In their place, so that on a phone nothing below them moves when they come. */
function DownloadsToCome() {
  return (
    <>
      <Skeleton className="h-10 w-34" />
      <Skeleton className="h-10 w-20" />
    </>
  );
}

type SignInPartProps = { readonly signIn: WorkspaceSignIn; readonly children: ReactNode };

/** The animation while a sign-in is under way; else the page, under the sentence that says what went wrong. */
function SignInPart({ signIn, children }: SignInPartProps) {
  const { state } = signIn;
  if (state.phase === 'starting' || state.phase === 'waiting' || state.phase === 'reading') {
    return <Verifying phase={state.phase} signIn={signIn} />;
  }
  return (
    <>
      {state.phase === 'failed' && (
        <Banner tone="bad" className="mb-6">
          <p>{state.message}</p>
          {state.detail !== undefined && <p className="mt-0.5 font-normal">{state.detail}</p>}
        </Banner>
      )}
      {children}
    </>
  );
}

type NothingProps = { readonly id: string; readonly assessment: AssessmentState; readonly hasFailed: boolean };

function NothingOpened({ id, assessment, hasFailed }: NothingProps) {
  const { error, isLoading, retry } = assessment;
  if (error?.code === 'assessment.not_found') {
    return (
      <EmptyState
        icon="document"
        title="Assessment not found"
        action={<LinkButton to={`/org/${id}/sra`}>Show the newest assessment</LinkButton>}
      >
        <p>{error.message}</p>
      </EmptyState>
    );
  }
  if (error !== undefined) {
    return <ErrorState title="Error Loading Assessment" message={error.message} onRetry={retry} />;
  }
  return (
    <>
      {!isLoading && !hasFailed && (
        <p className="mb-6 text-ink-soft">
          {keptUuid() === undefined ? signInWords.noUuidKept : signInWords.noPolicies}
        </p>
      )}
      <PlaceholderPolicies isLoading={isLoading} />
    </>
  );
}

/** When the animation goes, the focus goes to what took its place: the new summary, or the button that tries again. */
function useFocusAfter(state: SignInState): void {
  const before = useRef<SignInState['phase']>('idle');
  useEffect(() => {
    const wasUnderWay = before.current !== 'idle' && before.current !== 'failed';
    if (wasUnderWay && !isUnderWay(state)) {
      const isLoaded = before.current === 'reading' && state.phase === 'idle';
      document.getElementById(isLoaded ? 'compliance-summary' : 'workspace-sign-in')?.focus({ preventScroll: true });
    }
    before.current = state.phase;
  }, [state]);
}
