import { passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { call, CallFailed } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { textInState } from '../../kernel/navigation-state.ts';
import { useNavigationState } from '../../kernel/use-navigation-state.ts';
import { useAddressToken } from '../../kernel/use-address-token.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { AskForMail } from './AskForMail.tsx';
import { FormLoading } from './FormLoading.tsx';
import { linkFailure, type LinkFailure, LinkFailureBanner } from './LinkFailure.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { PublicCard } from './PublicCard.tsx';

type ResetPerson = z.output<typeof passwordEndpoints.findPasswordReset.reply>;

/** /reset-password: asks for the mail; with the link out of it, chooses the new password. */
export function ResetPasswordPage() {
  const token = useAddressToken();
  return token === '' ? <RequestReset /> : <ChooseWithLink key={token} token={token} />;
}

function RequestReset({ problem }: { readonly problem?: ReactNode }) {
  const state = useNavigationState();
  return (
    <PublicCard
      title="Reset your password"
      subtitle="Tell us the e-mail address you log in with, and we send you a link to choose a new password."
      documentTitle="Reset password"
    >
      {problem}
      <AskForMail
        initialEmail={textInState(state, 'email')}
        submitLabel="Send the link"
        sentWords={(email) =>
          `If ${email} belongs to an account, a mail with a link is on its way. It can take a few minutes; look into your spam folder too.`
        }
        onSend={async (email) => {
          await call(passwordEndpoints.requestPasswordReset, { body: { email } });
        }}
      />
      <p className="mt-6 text-center">
        <TextLink to="/login">Back to the login</TextLink>
      </p>
    </PublicCard>
  );
}

function ChooseWithLink({ token }: { readonly token: string }) {
  const [person, setPerson] = useState<ResetPerson>();
  const [failure, setFailure] = useState<LinkFailure>();

  const look = useCallback(() => {
    call(passwordEndpoints.findPasswordReset, { body: { token } }).then(setPerson, (error: unknown) =>
      setFailure(linkFailure(error, 'The link could not be checked. Please try again.')),
    );
  }, [token]);
  useEffect(look, [look]);

  function tryAgain() {
    setFailure(undefined);
    look();
  }

  if (failure !== undefined) {
    return <RequestReset problem={<LinkFailureBanner failure={failure} onTryAgain={tryAgain} />} />;
  }
  return (
    <PublicCard title="Choose a new password" subtitle="Wherever you are signed in now, you will be signed out.">
      {person === undefined ? <FormLoading fields={2} /> : <NewPasswordForm token={token} person={person} />}
    </PublicCard>
  );
}

const notices = {
  changed: 'Your password was changed. Log in with the new one.',
  unanswered: 'Your password may have been changed by the first try. If so, log in with the new one.',
};

function NewPasswordForm({ token, person }: { readonly token: string; readonly person: ResetPerson }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  // A try without an answer may have used the link up.
  const wasUnanswered = useRef(false);

  async function reset() {
    setPending(true);
    setError(undefined);
    try {
      await call(passwordEndpoints.resetPassword, { body: { token, password } });
      await navigate('/login', { replace: true, state: { notice: notices.changed, email: person.email } });
    } catch (failure) {
      if (failure instanceof CallFailed && failure.code === 'password.link_invalid') {
        const [to, state] = wasUnanswered.current
          ? ['/login', { notice: notices.unanswered, email: person.email }]
          : ['/error', { message: failure.message }];
        await navigate(to, { replace: true, state });
        return;
      }
      wasUnanswered.current ||= failure instanceof CallFailed && failure.code === 'network.failed';
      setError(failureWords(failure, 'The password could not be changed. Please try again.'));
      setPending(false);
    }
  }

  function submit() {
    if (password === '') {
      setError('Password is required');
    } else if (!isPending) {
      void reset();
    }
  }

  return (
    <Form onSubmit={submit}>
      {/* Shown and in the form, so that a password manager keeps the new password under the right name. */}
      <TextField label="Email" type="email" autoComplete="username" value={person.email} readOnly />
      <NewPasswordField
        label="New password"
        value={password}
        onValue={(typed) => {
          setPassword(typed);
          setError(undefined);
        }}
        person={person}
        minimumLength={person.minimumLength}
        error={error}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full"
        pending={isPending}
        pendingLabel="Changing your password..."
      >
        Change password
      </Button>
    </Form>
  );
}
