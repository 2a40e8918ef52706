import { type Account, accountEndpoints } from '@sentrywell/contract/account.ts';
import { useState } from 'react';
import { textInState } from '../../kernel/navigation-state.ts';
import { ownPath } from '../../kernel/own-path.ts';
import { useSession } from '../../kernel/session.tsx';
import { useCall, useRefreshAll } from '../../kernel/use-call.ts';
import { useNavigationState } from '../../kernel/use-navigation-state.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { EmailCard } from './EmailCard.tsx';
import { MspCard } from './MspCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { isRequiringRole, RequirementCard } from './RequirementCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { StepUp } from './StepUp.tsx';
import { ThemeCard } from './ThemeCard.tsx';

/** /settings: everybody's own account, whatever their role. */
export function SettingsPage() {
  const { data, error, refresh } = useCall(accountEndpoints.findAccount);
  return (
    <div className="max-w-3xl">
      <PageHeader title="Settings" subtitle="Your account, and how it is protected." />
      <MustEnrol account={data} />
      {data !== undefined && <Cards account={data} refresh={refresh} />}
      {data === undefined && error === undefined && <Loading />}
      {data === undefined && error !== undefined && (
        <ErrorState title="Error Loading Settings" message={error.message} onRetry={() => void refresh()} />
      )}
    </div>
  );
}

type CardsProps = { readonly account: Account; readonly refresh: () => Promise<unknown> };

function Cards({ account, refresh }: CardsProps) {
  const { subject, session, refresh: refreshSession } = useSession();
  const refreshAll = useRefreshAll();
  const mayManage = session?.mustEnrolSecondFactor !== true;
  // Stays where it stood when the page opened, so that setting one up does not take its own dialog away.
  const [isSecondFactorFirst] = useState(!mayManage);
  async function sessionsChanged() {
    await Promise.all([refresh(), refreshAll(accountEndpoints.listSessions)]);
  }
  async function factorsChanged() {
    await Promise.all([
      refresh(),
      refreshSession(),
      refreshAll(accountEndpoints.findMspRequirement, accountEndpoints.findOrganizationRequirement),
    ]);
  }
  return (
    <StepUp>
      <div className="space-y-6">
        {isSecondFactorFirst && <SecondFactorCard factors={account.secondFactor} onChanged={factorsChanged} />}
        <ProfileCard account={account} refresh={refresh} />
        <ThemeCard />
        <EmailCard account={account} onChanged={sessionsChanged} />
        <PasswordCard account={account} onChanged={sessionsChanged} />
        {!isSecondFactorFirst && <SecondFactorCard factors={account.secondFactor} onChanged={factorsChanged} />}
        <SessionsCard />
        {mayManage && subject?.role === 'MSP_SUPER_ADMIN' && <MspCard onChanged={refresh} />}
        {mayManage && isRequiringRole(subject?.role) && <RequirementCard role={subject.role} />}
      </div>
    </StepUp>
  );
}

/** Somebody was sent here because a second factor is required of them; once they have one they can go on. */
function MustEnrol({ account }: { readonly account: Account | undefined }) {
  const { session } = useSession();
  const from = ownPath(textInState(useNavigationState(), 'from'));
  if (session?.mustEnrolSecondFactor === true) {
    return (
      <Banner tone="warning" className="mb-6">
        {account?.memberOf ?? 'Your organization'} requires a second factor. Set one up below; until then nothing else
        opens.
      </Banner>
    );
  }
  if (from === undefined) {
    return null;
  }
  return (
    <Banner tone="good" className="mb-6">
      Your second factor is set up. <TextLink to={from}>Go on</TextLink>
    </Banner>
  );
}

function Loading() {
  return (
    <div role="status" className="space-y-6">
      <span className="sr-only">Loading...</span>
      <Skeleton isCard className="h-64" />
      <Skeleton isCard className="h-32" />
      <Skeleton isCard className="h-80" />
    </div>
  );
}
