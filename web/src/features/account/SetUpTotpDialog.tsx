import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { useRef, useState } from 'react';
import { call, CallFailed } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeField } from '../../ui/CodeField.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { QrCode } from './QrCode.tsx';
import { StepUpCancelled, useConfirmed } from './StepUp.tsx';

export type TotpSecret = { readonly secret: string; readonly uri: string };

type Props = {
  /** What the server made up; undefined closes the dialog. */
  readonly totp: TotpSecret | undefined;
  readonly onClose: () => void;
  /** Recovery codes come with the first second factor, else none. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
};

/** Takes the secret into an authenticator app and proves it with the first code. */
export function SetUpTotpDialog({ totp, onClose, onDone }: Props) {
  return (
    <Dialog title="Set up an authenticator app" isOpen={totp !== undefined} onClose={onClose}>
      {totp !== undefined && <Steps totp={totp} onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

type StepsProps = Omit<Props, 'totp'> & { readonly totp: TotpSecret };

function Steps({ totp, onClose, onDone }: StepsProps) {
  const turnOn = useTurnOn();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);

  async function confirm() {
    setPending(true);
    try {
      onDone(await turnOn(code));
    } catch (failure) {
      if (!(failure instanceof StepUpCancelled)) {
        setError(failureWords(failure, 'The code could not be checked. Please try again.'));
      }
      setPending(false);
    }
  }

  function submit() {
    if (code.trim() === '') {
      setError('Please enter the code');
    } else if (!isPending) {
      void confirm();
    }
  }

  return (
    <Form onSubmit={submit}>
      <Scan totp={totp} />
      <CodeField
        label="2. Enter the code that the app shows"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        value={code}
        onValue={(typed) => {
          setCode(typed);
          setError(undefined);
        }}
        error={error}
        refusal={error}
      />
      <DialogFooter isPending={isPending}>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={isPending} pendingLabel="Checking...">
          Turn on
        </Button>
      </DialogFooter>
    </Form>
  );
}

/** @returns what gives the first code and answers with the recovery codes. */
function useTurnOn() {
  const confirmed = useConfirmed();
  // A try without an answer may have turned it on, and the recovery codes went with the answer.
  const wasUnanswered = useRef(false);

  return async (code: string): Promise<readonly string[]> => {
    try {
      return (await confirmed(() => call(accountEndpoints.confirmTotp, { body: { code } }))).recoveryCodes;
    } catch (failure) {
      if (wasUnanswered.current && (await call(accountEndpoints.findAccount)).secondFactor.totp) {
        return (await confirmed(() => call(accountEndpoints.renewRecoveryCodes))).recoveryCodes;
      }
      wasUnanswered.current ||= failure instanceof CallFailed && failure.code === 'network.failed';
      throw failure;
    }
  };
}

/** For a phone's camera; for whoever has none, the key to type and a link. */
function Scan({ totp }: { readonly totp: TotpSecret }) {
  return (
    <>
      <p>1. Scan this picture with your authenticator app.</p>
      <div className="grid place-items-center">
        <QrCode text={totp.uri} label="QR code for your authenticator app" />
      </div>
      <details>
        <summary className="min-h-6 font-medium text-primary">Can’t scan it?</summary>
        <div className="mt-3 space-y-3">
          <CopyField label="Type or paste this key into the app" value={totp.secret} copyLabel="Copy the key" />
          <p>
            On this device:{' '}
            <a href={totp.uri} className="font-medium text-primary underline underline-offset-3">
              open your authenticator app
            </a>
          </p>
        </div>
      </details>
    </>
  );
}
