import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { type Assessment, sraEndpoints } from '@sentrywell/contract/sra.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { addressOf } from '../../kernel/call.ts';
import { keptUuid } from '../../kernel/sign-in-uuid.ts';
import { useCall } from '../../kernel/use-call.ts';
import { Banner } from '../../ui/Banner.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AnalyzerHero } from './AnalyzerHero.tsx';
import { AssessmentTabs } from './AssessmentTabs.tsx';
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
    return (
      <EmptyState icon="building" title="Organization Not Found" level={1}>
        <p>The requested organization could not be found or you don't have access to it.</p>
      </EmptyState>
    );
  }
  return <SraOfOrganization id={id} domainName={organization.data?.organization.domainName} />;
}

type OfOrganization = { readonly id: string; readonly domainName: string | undefined };

function SraOfOrganization({ id, domainName }: OfOrganization) {
  const assessment = useAssessment(id);
  const signIn = useWorkspaceSignIn({ organizationId: Number(id), domainName, onLoaded: assessment.show });
  const { opened } = assessment;
  useFocusAfter(signIn.state);
  return (
    <>
      <PageHeader
        title="Security Risk Assessment"
        subtitle="Analyze your organization's security policies and compliance status"
        actions={opened !== undefined && <Downloads id={id} assessment={opened.assessment} />}
      />
      <SignInPart signIn={signIn}>
        <AnalyzerHero assessment={opened?.assessment} domainName={domainName} onSignIn={signIn.start}>
          <TierSwitch organizationId={id} />
        </AnalyzerHero>
        {opened === undefined ? (
          <NothingOpened assessment={assessment} hasFailed={signIn.state.phase === 'failed'} />
        ) : (
          <AssessmentTabs organizationId={id} assessment={assessment} opened={opened} />
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

function NothingOpened({
  assessment,
  hasFailed,
}: {
  readonly assessment: AssessmentState;
  readonly hasFailed: boolean;
}) {
  const { error, isLoading, retry } = assessment;
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

/** When the animation goes, the focus goes to what took its place. */
function useFocusAfter(state: SignInState): void {
  const wasUnderWay = useRef(false);
  const underWay = isUnderWay(state);
  useEffect(() => {
    if (wasUnderWay.current && !underWay) {
      const place = document.getElementById('compliance-summary') ?? document.getElementById('workspace-sign-in');
      place?.focus({ preventScroll: true });
    }
    wasUnderWay.current = underWay;
  }, [underWay]);
}
