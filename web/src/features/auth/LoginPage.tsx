import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { textInState } from '../../kernel/navigation-state.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { rememberEmail } from './remembered-email.ts';
import { useRememberedEmail } from './use-remembered-email.ts';
import { whereTo } from './where-to.ts';

/** /login (specification §2, 'Login'). */
export function LoginPage() {
  usePageTitle('Log in');
  const { state }: { readonly state: unknown } = useLocation();
  const login = useLogin();
  const notice = textInState(state, 'notice');
  return (
    <Card className="p-6 sm:p-8">
      <h1 className="page-title mb-1">Welcome back</h1>
      <p className="mb-6 text-ink-soft">Log in to your Sentrywell account.</p>
      {notice !== undefined && login.error === undefined && (
        <Banner tone="info" className="mb-5">
          {notice}
        </Banner>
      )}
      {login.error !== undefined && (
        <Banner tone="bad" className="mb-5">
          {login.error}
        </Banner>
      )}
      <LoginForm {...login} />
      <p className="mt-6 text-center text-ink-soft">
        New to Sentrywell? <TextLink to="/register/org">Register your organization</TextLink> or{' '}
        <TextLink to="/register/msp">your MSP</TextLink>
      </p>
    </Card>
  );
}

type Login = {
  readonly error: string | undefined;
  readonly isPending: boolean;
  readonly submit: (input: { readonly email: string; readonly password: string; readonly remember: boolean }) => void;
};

function useLogin(): Login {
  const navigate = useNavigate();
  const { state }: { readonly state: unknown } = useLocation();
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const submit: Login['submit'] = async (input) => {
    setPending(true);
    setError(undefined);
    try {
      // Fetched on the first press: the page itself shows without it.
      const { signIn } = await import('./sign-in.ts');
      const signedIn = await signIn(input);
      if ('failure' in signedIn) {
        setError(signedIn.failure);
        setPending(false);
        return;
      }
      rememberEmail(input.remember ? input.email.trim() : '');
      if (signedIn.secondFactor === undefined) {
        await navigate(whereTo(signedIn, state), { replace: true });
      } else {
        await navigate('/login/second-factor', { replace: true, state: { ...Object(state), ...signedIn } });
      }
    } catch {
      setError('Login failed');
      setPending(false);
    }
  };
  return { error, isPending, submit: (input) => void submit(input) };
}

function LoginForm({ error, isPending, submit }: Login) {
  const remembered = useRememberedEmail();
  const [typed, setTyped] = useState<string>();
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState<boolean>();
  const email = typed ?? remembered;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) {
      submit({ email, password, remember: remember ?? remembered !== '' });
    }
  }

  return (
    <form onSubmit={onSubmit} className="space-y-5" aria-describedby={error === undefined ? undefined : 'login-error'}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        value={email}
        onValue={setTyped}
      />
      <div>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          maxLength={256}
          value={password}
          onValue={setPassword}
        />
        <p className="mt-2 text-right text-sm">
          <TextLink to="/reset-password">Reset Password</TextLink>
        </p>
      </div>
      <Checkbox label="Remember Password" checked={remember ?? remembered !== ''} onChecked={setRemember} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full"
        pending={isPending}
        pendingLabel="Logging in..."
      >
        Log in
      </Button>
    </form>
  );
}
