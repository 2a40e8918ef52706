import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { makePasskey, PasskeyFailed } from '../../kernel/passkeys.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { StepUpCancelled, useConfirmed } from './StepUp.tsx';

type Props = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
};

export function AddPasskeyDialog({ isOpen, onClose, onDone }: Props) {
  return (
    <Dialog title="Add a passkey" isOpen={isOpen} onClose={onClose}>
      <NameAndMake onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

function NameAndMake({ onClose, onDone }: Omit<Props, 'isOpen'>) {
  const confirmed = useConfirmed();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);

  async function make() {
    setPending(true);
    try {
      const { publicKey } = await confirmed(() => call(accountEndpoints.beginPasskey));
      const credential = await makePasskey(publicKey);
      const { recoveryCodes } = await call(accountEndpoints.confirmPasskey, { body: { name, credential } });
      onDone(recoveryCodes);
    } catch (failure) {
      if (!(failure instanceof StepUpCancelled)) {
        setError(
          failure instanceof PasskeyFailed
            ? failure.message
            : failureWords(failure, 'The passkey could not be added. Please try again.'),
        );
      }
      setPending(false);
    }
  }

  function submit() {
    if (name.trim() === '') {
      setError('Name is required');
    } else if (!isPending) {
      void make();
    }
  }

  return (
    <Form onSubmit={submit}>
      <p className="text-ink-soft">
        Your device asks for your fingerprint, face or PIN, or for a security key, and then logs you in the same way.
      </p>
      <TextField
        label="Name"
        help="So that you know it again: 'Work laptop', 'Blue key'."
        autoFocus
        autoComplete="off"
        maxLength={60}
        value={name}
        onValue={(typed) => {
          setName(typed);
          setError(undefined);
        }}
        error={error}
      />
      <DialogFooter isPending={isPending}>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={isPending} pendingLabel="Waiting for your device...">
          Add passkey
        </Button>
      </DialogFooter>
    </Form>
  );
}
