import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../kernel/call.ts';
import { textInState } from '../../kernel/navigation-state.ts';
import { useNavigationState } from '../../kernel/use-navigation-state.ts';
import { useAddressToken } from '../../kernel/use-address-token.ts';
import { Banner } from '../../ui/Banner.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { AskForMail } from './AskForMail.tsx';
import { linkFailure, type LinkFailure, LinkFailureBanner } from './LinkFailure.tsx';
import { PublicCard } from './PublicCard.tsx';

const words: Readonly<Record<string, string>> = {
  sign_in: 'Your e-mail address is confirmed. You can log in now.',
  wait_for_approval:
    'Your e-mail address is confirmed, and your request to join was sent. You can log in once an administrator has approved it.',
  email_changed: 'Your account has its new e-mail address. Log in with it from now on.',
};

/** Calls that are under way, by token: an effect that runs twice must not use the link up and then find it used. */
const underWay = new Map<string, ReturnType<typeof confirm>>();

function confirm(token: string) {
  return call(registrationEndpoints.confirmEmail, { body: { token } });
}

/** /confirm-email?token=…, the link out of the mail that follows a registration. */
export function ConfirmEmailPage() {
  const state = useNavigationState();
  const token = useAddressToken();
  const outcome = textInState(state, 'outcome');
  const { failure, tryAgain } = useConfirmation(outcome === undefined ? token : '');
  if (outcome !== undefined) {
    return (
      <PublicCard title="Address confirmed">
        <Banner tone="good" className="mb-5">
          {words[outcome] ?? words['sign_in']}
        </Banner>
        <LinkButton to="/login" variant="primary" size="large" className="w-full">
          Log in
        </LinkButton>
      </PublicCard>
    );
  }
  return failure === undefined && token !== '' ? <Confirming /> : <SendAgain failure={failure} onTryAgain={tryAgain} />;
}

/** Uses the link once. The outcome goes into the history entry, so that loading the page again shows it again. */
function useConfirmation(token: string) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<LinkFailure>();

  const follow = useCallback(() => {
    const confirming = underWay.get(token) ?? confirm(token);
    underWay.set(token, confirming);
    confirming.then(
      ({ next }) => void navigate('/confirm-email', { replace: true, state: { outcome: next } }),
      (error: unknown) => {
        setFailure(linkFailure(error, 'Your address could not be confirmed. Please try again.'));
      },
    );
  }, [token, navigate]);

  useEffect(() => {
    if (token !== '') {
      follow();
    }
  }, [token, follow]);

  function tryAgain() {
    underWay.delete(token);
    setFailure(undefined);
    follow();
  }

  return { failure, tryAgain };
}

function Confirming() {
  return (
    <PublicCard title="Confirming your address">
      <p role="status" className="flex items-center gap-3 text-ink-soft">
        <Spinner /> One moment...
      </p>
    </PublicCard>
  );
}

type SendAgainProps = { readonly failure: LinkFailure | undefined; readonly onTryAgain: () => void };

function SendAgain({ failure, onTryAgain }: SendAgainProps) {
  return (
    <PublicCard
      title="Confirm your address"
      subtitle="After registering we send a link to your address. You can have it sent again."
    >
      {failure !== undefined && <LinkFailureBanner failure={failure} onTryAgain={onTryAgain} />}
      <AskForMail
        initialEmail={undefined}
        submitLabel="Send the link again"
        sentWords={(email) =>
          `If ${email} waits to be confirmed, a mail with a new link is on its way. Look into your spam folder too.`
        }
        onSend={async (email) => {
          await call(registrationEndpoints.resendConfirmation, { body: { email } });
        }}
      />
    </PublicCard>
  );
}
