import { secondFactorEndpoints, type signedIn } from '@sentrywell/contract/auth.ts';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { call } from '../../kernel/call.ts';
import { askForPasskey } from '../../kernel/passkeys.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeField } from '../../ui/CodeField.tsx';
import { counted } from '../../ui/counted.ts';
import { Form } from '../../ui/Form.tsx';
import { showToastOnNextPage } from '../../ui/toast.ts';

export type StepProps = {
  readonly isPending: boolean;
  /** Why the last try failed: the page says it. */
  readonly failure: string | undefined;
  /** Tries to complete the sign-in. What it throws is shown to the person. */
  readonly run: (signIn: () => Promise<z.output<typeof signedIn>>) => void;
};

/** With this few left it is time to make new ones. */
const fewCodes = 3;

export function TotpStep({ isPending, failure, run }: StepProps) {
  return (
    <CodeForm
      label="Code from your authenticator app"
      help="Six digits; a new code appears every 30 seconds."
      autoComplete="one-time-code"
      inputMode="numeric"
      isPending={isPending}
      failure={failure}
      onCode={(code) => run(() => call(secondFactorEndpoints.signInByTotp, { body: { code } }))}
    />
  );
}

export function RecoveryStep({ isPending, failure, run }: StepProps) {
  return (
    <CodeForm
      label="Recovery code"
      help="One of the codes you kept when you set up the second factor. Each works once."
      autoComplete="off"
      inputMode="text"
      isPending={isPending}
      failure={failure}
      onCode={(code) =>
        run(async () => {
          const entered = await call(secondFactorEndpoints.signInByRecoveryCode, { body: { code } });
          if (entered.recoveryCodesLeft <= fewCodes) {
            const left = entered.recoveryCodesLeft;
            const codes = left === 0 ? 'no recovery codes' : counted(left, 'recovery code', 'recovery codes');
            showToastOnNextPage('info', `You have ${codes} left. Make new ones under Settings.`);
          }
          return entered;
        })
      }
    />
  );
}

export function PasskeyStep({ isPending, run }: StepProps) {
  return (
    <div className="space-y-5">
      <p>Use the fingerprint, face or PIN of this device, or your security key.</p>
      <Button
        variant="primary"
        size="large"
        icon="key"
        className="w-full"
        pending={isPending}
        pendingLabel="Waiting for your device..."
        onClick={() =>
          run(async () => {
            const { publicKey } = await call(secondFactorEndpoints.passkeySignInOptions);
            const credential = await askForPasskey(publicKey);
            return call(secondFactorEndpoints.signInByPasskey, { body: { credential } });
          })
        }
      >
        Use your passkey
      </Button>
    </div>
  );
}

type CodeFormProps = {
  readonly label: string;
  readonly help: ReactNode;
  readonly autoComplete: 'one-time-code' | 'off';
  readonly inputMode: 'numeric' | 'text';
  readonly isPending: boolean;
  readonly failure: string | undefined;
  readonly onCode: (code: string) => void;
};

function CodeForm({ label, help, autoComplete, inputMode, isPending, failure, onCode }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();

  function submit() {
    if (code.trim() === '') {
      setError('Please enter the code');
    } else {
      onCode(code.trim());
    }
  }

  return (
    <Form onSubmit={submit}>
      <CodeField
        label={label}
        help={help}
        autoComplete={autoComplete}
        inputMode={inputMode}
        autoFocus
        maxLength={40}
        value={code}
        onValue={(typed) => {
          setCode(typed);
          setError(undefined);
        }}
        error={error}
        refusal={failure}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full"
        pending={isPending}
        pendingLabel="Checking..."
      >
        Log in
      </Button>
    </Form>
  );
}
