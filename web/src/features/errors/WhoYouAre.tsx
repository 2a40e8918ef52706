import { homeOf, mayEnterScreen, type Subject } from '@sentrywell/contract/access.ts';
import { listedRoleNames } from '@sentrywell/contract/permissions.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { SessionProvider, useSession } from '../../kernel/session.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';

/** Tells somebody who is signed in as whom, and offers what they can reach. */
export function WhoYouAre() {
  return (
    <SessionProvider>
      <Help />
    </SessionProvider>
  );
}

/** Whether the page that a person would land on opens for them at all. */
function hasHome(subject: Subject): boolean {
  return subject.orgId === null
    ? mayEnterScreen(subject, 'mspDashboard')
    : mayEnterScreen(subject, 'orgDashboard', subject.orgId);
}

function Help() {
  const { subject, userDetails, logout } = useSession();
  const navigate = useNavigate();
  const [hasFailed, setFailed] = useState(false);
  if (subject === undefined) {
    return null;
  }
  const role = subject.role === undefined ? 'Root User' : listedRoleNames[subject.role];

  async function leave() {
    setFailed(false);
    try {
      await logout();
      await navigate('/login', { replace: true });
    } catch {
      setFailed(true);
    }
  }

  return (
    <div className="mt-5 w-full border-t border-line pt-6">
      <p className="mb-5 text-ink-soft">
        You are logged in{userDetails !== undefined && ` as ${userDetails.name}`} with the role{' '}
        <strong className="text-ink">{role}</strong>.{' '}
        {hasHome(subject)
          ? 'If you need this page, ask your administrator.'
          : 'This role has no dashboard. You can manage your own account under Settings; for anything else ask your administrator.'}
      </p>
      {hasFailed && (
        <Banner tone="bad" className="mb-5 text-left">
          Logout failed
        </Banner>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {hasHome(subject) && <LinkButton to={homeOf(subject)}>Dashboard</LinkButton>}
        <LinkButton to="/settings" icon="settings">
          Settings
        </LinkButton>
        <Button icon="logout" onClick={() => void leave()}>
          Logout
        </Button>
      </div>
    </div>
  );
}
