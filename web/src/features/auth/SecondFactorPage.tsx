import { type SecondFactorMethod, secondFactorEndpoints } from '@sentrywell/contract/auth.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call, CallFailed } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { logOut } from '../../kernel/log-out.ts';
import { textInState } from '../../kernel/navigation-state.ts';
import { useNavigationState } from '../../kernel/use-navigation-state.ts';
import { rememberSignedIn } from '../../kernel/sign-in-hint.ts';
import { canUsePasskeys } from '../../kernel/passkeys.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { FormLoading } from './FormLoading.tsx';
import { PublicCard } from './PublicCard.tsx';
import { PasskeyStep, RecoveryStep, type StepProps, TotpStep } from './SecondFactorSteps.tsx';
import { takeThemeOfAccount } from './take-theme.ts';
import { whereTo } from './where-to.ts';

const steps: Readonly<Record<SecondFactorMethod, (props: StepProps) => React.ReactNode>> = {
  passkey: PasskeyStep,
  totp: TotpStep,
  recovery: RecoveryStep,
};

const otherWays: Readonly<Record<SecondFactorMethod, string>> = {
  passkey: 'Use a passkey',
  totp: 'Use a code from your app',
  recovery: 'Use a recovery code',
};

/** /login/second-factor: the second step of signing in. The server knows what has begun, so a reload goes on. */
export function SecondFactorPage() {
  const { methods, failure, startAgain } = usePendingMethods();
  const [chosen, setChosen] = useState<SecondFactorMethod>();
  const method = chosen ?? methods?.[0];
  const step = useStep(startAgain);
  const Step = method === undefined ? undefined : steps[method];
  return (
    <PublicCard title="One more step" subtitle="Your password was right. Confirm that it is you.">
      {(step.failure ?? failure) !== undefined && (
        <Banner tone="bad" className="mb-5">
          {step.failure ?? failure}
        </Banner>
      )}
      {Step === undefined ? (
        failure === undefined && <FormLoading fields={1} />
      ) : (
        <Step isPending={step.isPending} failure={step.failure} run={step.run} />
      )}
      <div className="mt-3 space-y-3">
        {methods
          ?.filter((other) => other !== method)
          .map((other) => (
            <Button
              key={other}
              size="large"
              className="w-full"
              onClick={() => {
                step.forgetFailure();
                setChosen(other);
              }}
            >
              {otherWays[other]}
            </Button>
          ))}
      </div>
      <p className="mt-4 text-center">
        <TextLink to="/login" replace onClick={() => void logOut().catch(() => undefined)}>
          Log in as somebody else
        </TextLink>
      </p>
    </PublicCard>
  );
}

/** Which ways the person may use, best first. */
function usePendingMethods() {
  const navigate = useNavigate();
  const state = useNavigationState();
  const [methods, setMethods] = useState<readonly SecondFactorMethod[]>();
  const [failure, setFailure] = useState<string>();
  const from = textInState(state, 'from');

  useEffect(() => {
    call(secondFactorEndpoints.pendingSecondFactor).then(
      ({ secondFactor }) => setMethods(secondFactor.filter((method) => method !== 'passkey' || canUsePasskeys())),
      (error: unknown) => {
        if (error instanceof CallFailed && error.status === 401) {
          void navigate('/login', { replace: true, state: { from, notice: error.message } });
        } else {
          setFailure(failureWords(error, 'Login failed'));
        }
      },
    );
  }, [navigate, from]);

  const startAgain = (notice: string) => void navigate('/login', { replace: true, state: { from, notice } });
  return { methods, failure, startAgain };
}

/** Runs one try at a time; a success goes on to where the person was going. */
function useStep(startAgain: (notice: string) => void) {
  const navigate = useNavigate();
  const state = useNavigationState();
  const [failure, setFailure] = useState<string>();
  const [isPending, setPending] = useState(false);

  const run: StepProps['run'] = (signIn) => {
    if (isPending) {
      return;
    }
    setPending(true);
    setFailure(undefined);
    signIn().then(
      (signedIn) => {
        rememberSignedIn('somebody');
        takeThemeOfAccount();
        return navigate(whereTo(signedIn, state), { replace: true });
      },
      (error: unknown) => {
        setPending(false);
        if (error instanceof CallFailed && error.code === 'second_factor.session_over') {
          startAgain(error.message);
        } else {
          setFailure(error instanceof Error ? error.message : 'Login failed');
        }
      },
    );
  };
  return { failure, isPending, run, forgetFailure: () => setFailure(undefined) };
}
