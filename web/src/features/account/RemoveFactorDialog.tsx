import { accountEndpoints } from '@sentrywell/contract/account.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useConfirmed } from './StepUp.tsx';
import { useWork } from './use-work.ts';

export type Removal =
  | { readonly kind: 'totp' }
  | { readonly kind: 'passkey'; readonly id: string; readonly name: string };

type Props = {
  /** undefined: closed. */
  readonly removal: Removal | undefined;
  readonly onClose: () => void;
  readonly onRemoved: () => Promise<unknown>;
};

function nameOf(removal: Removal | undefined): string {
  return removal?.kind === 'passkey' ? `the passkey ${removal.name}` : 'the authenticator app';
}

/** Asks once, then (where the server wants it) for the password. */
export function RemoveFactorDialog({ removal, onClose, onRemoved }: Props) {
  const confirmed = useConfirmed();
  const { isPending, run } = useWork();
  // The words stay while the dialog closes.
  const [shown, setShown] = useState(removal);
  if (removal !== undefined && removal !== shown) {
    setShown(removal);
  }

  function remove() {
    if (removal === undefined) {
      return;
    }
    run(async () => {
      try {
        await confirmed(() =>
          removal.kind === 'totp'
            ? call(accountEndpoints.removeTotp)
            : call(accountEndpoints.removePasskey, { body: { id: removal.id } }),
        );
      } finally {
        // It may be gone already, by another tab or by a try whose answer was lost.
        await onRemoved();
      }
      showToast('good', `You removed ${nameOf(removal)}.`);
      onClose();
    });
  }

  return (
    <ConfirmDialog
      title={`Remove ${nameOf(shown)}?`}
      isOpen={removal !== undefined}
      onClose={onClose}
      onConfirm={remove}
      confirmLabel="Remove"
      pendingLabel="Removing..."
      isPending={isPending}
      isDestructive
    >
      <p>You can no longer log in with it. If it is your only second factor, the recovery codes stop working too.</p>
    </ConfirmDialog>
  );
}
