import type { TeamMember } from '@sentrywell/contract/team.ts';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

type RemovePersonDialogProps = {
  /** Who would have to go; undefined closes the dialog. */
  readonly person: TeamMember | undefined;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onRemove: () => void;
};

/** Names the person and says what will happen before anything does. */
export function RemovePersonDialog({ person, isPending, onClose, onRemove }: RemovePersonDialogProps) {
  // The words stay while the dialog closes.
  const [shown, setShown] = useState(person);
  if (person !== undefined && person !== shown) {
    setShown(person);
  }
  return (
    <ConfirmDialog
      title={`Remove ${shown?.name ?? ''}?`}
      isOpen={person !== undefined}
      onClose={onClose}
      onConfirm={onRemove}
      confirmLabel="Remove"
      pendingLabel="Removing..."
      isPending={isPending}
      isDestructive
    >
      <p>
        <span className="wrap-anywhere">{shown?.email}</span> is signed out at once and cannot sign in any more. What
        they did stays in the audit log. You can reactivate them later.
      </p>
    </ConfirmDialog>
  );
}
