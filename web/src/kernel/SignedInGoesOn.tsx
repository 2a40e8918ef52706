import { homeOf } from '@sentrywell/contract/access.ts';
import { asAddress } from '@sentrywell/contract/shapes.ts';
import { Banner } from '../ui/Banner.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { GuestOnly } from './guards.tsx';
import { textInState } from './navigation-state.ts';
import { SessionProvider, useSession } from './session.tsx';
import { useNavigationState } from './use-navigation-state.ts';

/** Asks whether there is a session and, if so, leaves the page. */
export function SignedInGoesOn() {
  return (
    <SessionProvider>
      <UnlessSentHere />
    </SessionProvider>
  );
}

/** Whoever has just chosen a new password is told so, also where somebody else is logged in. */
function UnlessSentHere() {
  const state = useNavigationState();
  const { subject, userDetails } = useSession();
  const sent = textInState(state, 'email');
  if (
    subject === undefined ||
    userDetails === undefined ||
    sent === undefined ||
    asAddress(sent) === userDetails.email
  ) {
    return <GuestOnly>{null}</GuestOnly>;
  }
  return (
    <Banner tone="info" className="mb-5 wrap-anywhere">
      This browser is still logged in as {userDetails.name} ({userDetails.email}).{' '}
      <TextLink to={homeOf(subject)} replace>
        Go on as {userDetails.name}
      </TextLink>
    </Banner>
  );
}
