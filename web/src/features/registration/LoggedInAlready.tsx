import { homeOf } from '@sentrywell/contract/access.ts';
import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router';
import { SessionProvider, useSession } from '../../kernel/session.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { FormLoading } from '../auth/FormLoading.tsx';
import { PublicCard } from '../auth/PublicCard.tsx';
import type { Invitation } from './use-invitation.ts';

type Props = {
  readonly invitation: Exclude<Invitation, { readonly kind: 'none' }>;
  /** The page for whoever is not logged in. */
  readonly children: ReactNode;
};

export function LoggedInAlready(props: Props) {
  return (
    <SessionProvider>
      <Choice {...props} />
    </SessionProvider>
  );
}

/** One that is no longer good may be the person's own, opened again: it leads where a login leads. */
function Choice({ invitation, children }: Props) {
  const { isLoading, subject, userDetails } = useSession();
  if (!isLoading && subject === undefined) {
    return children;
  }
  if (subject !== undefined && invitation.kind === 'invalid') {
    return <Navigate to={homeOf(subject)} replace />;
  }
  return (
    <PublicCard title="Your invitation">
      {subject === undefined || invitation.kind !== 'invited' ? (
        <FormLoading fields={1} />
      ) : (
        <>
          <p className="wrap-anywhere">
            You are logged in{userDetails !== undefined && ` as ${userDetails.name} (${userDetails.email})`}. This
            invitation by {invitation.inviter} is for <strong>{invitation.email}</strong> and makes an account of its
            own. Log out to create it.
          </p>
          <Leave />
          <p className="mt-4 text-center">
            <TextLink to={homeOf(subject)} replace>
              Stay logged in
            </TextLink>
          </p>
        </>
      )}
    </PublicCard>
  );
}

/** Whoever has left finds the page for whoever is not logged in here. */
function Leave() {
  const { logout } = useSession();
  const [hasFailed, setFailed] = useState(false);
  const [isPending, setPending] = useState(false);

  async function leave() {
    setPending(true);
    setFailed(false);
    try {
      await logout();
    } catch {
      setFailed(true);
      setPending(false);
    }
  }

  return (
    <>
      {hasFailed && (
        <Banner tone="bad" className="mt-5">
          Logout failed
        </Banner>
      )}
      <Button
        variant="primary"
        size="large"
        className="mt-6 w-full"
        pending={isPending}
        pendingLabel="Logging out..."
        onClick={() => void leave()}
      >
        Log out and go on
      </Button>
    </>
  );
}
