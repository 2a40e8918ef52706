import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { textInState } from '../../kernel/navigation-state.ts';
import { useNavigationState } from '../../kernel/use-navigation-state.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { PublicCard } from './PublicCard.tsx';
import { rememberEmail } from './remembered-email.ts';
import { SendConfirmationAgain } from './SendConfirmationAgain.tsx';
import { useRememberedEmail } from './use-remembered-email.ts';
import { whereTo } from './where-to.ts';

/** /login (specification §2, 'Login'). */
export function LoginPage() {
  const state = useNavigationState();
  const login = useLogin();
  const notice = textInState(state, 'notice');
  return (
    <PublicCard title="Welcome back" documentTitle="Log in" subtitle="Log in to your Sentrywell account.">
      {notice !== undefined && login.error === undefined && (
        <Banner tone="info" className="mb-5">
          {notice}
        </Banner>
      )}
      {login.error !== undefined && (
        <Banner tone="bad" className="mb-5">
          {login.error}
          {login.unconfirmedEmail !== undefined && (
            <SendConfirmationAgain key={login.unconfirmedEmail} email={login.unconfirmedEmail} />
          )}
        </Banner>
      )}
      <LoginForm isPending={login.isPending} submit={login.submit} />
      <p className="mt-6 text-center text-balance text-ink-soft">
        New to Sentrywell? <br />
        <TextLink to="/register/org">Register your organization</TextLink> or{' '}
        <TextLink to="/register/msp" className="whitespace-nowrap">
          your MSP
        </TextLink>
      </p>
    </PublicCard>
  );
}

type LoginInput = { readonly email: string; readonly password: string; readonly remember: boolean };

type Login = {
  readonly error: string | undefined;
  /** Set when the address was refused because it is not confirmed yet. */
  readonly unconfirmedEmail: string | undefined;
  readonly isPending: boolean;
  readonly submit: (input: LoginInput) => void;
};

function useLogin(): Login {
  const navigate = useNavigate();
  const state = useNavigationState();
  const [error, setError] = useState<string>();
  const [unconfirmedEmail, setUnconfirmedEmail] = useState<string>();
  const [isPending, setPending] = useState(false);

  async function logIn(input: LoginInput) {
    setPending(true);
    setError(undefined);
    setUnconfirmedEmail(undefined);
    try {
      // Fetched on the first press: the page itself shows without it.
      const { signIn } = await import('./sign-in.ts');
      const signedIn = await signIn(input);
      if ('failure' in signedIn) {
        setError(signedIn.failure);
        setUnconfirmedEmail(signedIn.isUnconfirmed ? input.email : undefined);
        setPending(false);
        return;
      }
      rememberEmail(input.remember ? input.email.trim() : '');
      if (signedIn.secondFactor === undefined) {
        await navigate(whereTo(signedIn, state), { replace: true });
      } else {
        await navigate('/login/second-factor', { replace: true, state: { from: textInState(state, 'from') } });
      }
    } catch {
      setError('Login failed');
      setPending(false);
    }
  }

  return { error, unconfirmedEmail, isPending, submit: (input) => void logIn(input) };
}

function LoginForm({ isPending, submit }: Pick<Login, 'isPending' | 'submit'>) {
  const { form, isReady, email, setEmail, password, setPassword, remember, setRemember } = useFields();

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) {
      submit({ email, password, remember });
    }
  }

  return (
    // `post`: should the browser ever send it by itself, nothing of it lands in the address.
    <form ref={form} method="post" onSubmit={onSubmit} className="space-y-5">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        value={email}
        onValue={setEmail}
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
          <TextLink to="/reset-password" state={{ email }}>
            Reset Password
          </TextLink>
        </p>
      </div>
      <Checkbox label="Remember Password" name="remember" checked={remember} onChecked={setRemember} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full disabled:opacity-100!"
        disabled={!isReady}
        pending={isPending}
        pendingLabel="Logging in..."
      >
        Log in
      </Button>
    </form>
  );
}

function useFields() {
  const form = useRef<HTMLFormElement>(null);
  const remembered = useRememberedEmail();
  const state = useNavigationState();
  const [isReady, setReady] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [password, setPassword] = useState('');
  const [ticked, setTicked] = useState<boolean>();

  useEffect(() => {
    // The page can be read and filled in before its script runs: take over what is in it already.
    const early = textsIn(form.current);
    setTyped(early.email === '' ? undefined : early.email);
    setPassword(early.password);
    setTicked(early.remember ? true : undefined);
    setReady(true);
  }, []);

  return {
    form,
    isReady,
    email: typed ?? textInState(state, 'email') ?? remembered,
    setEmail: setTyped,
    password,
    setPassword,
    remember: ticked ?? remembered !== '',
    setRemember: setTicked,
  };
}

function textsIn(form: HTMLFormElement | null): LoginInput {
  const data = new FormData(form ?? undefined);
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { email: text('email'), password: text('password'), remember: data.has('remember') };
}
