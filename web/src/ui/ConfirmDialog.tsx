import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog, DialogFooter } from './Dialog.tsx';

type ConfirmDialogProps = {
  /** A question that names the thing: 'Remove Dana Reyes?' */
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  /** What will happen. */
  readonly children: ReactNode;
  /** The action's own verb: 'Remove', not 'OK'. */
  readonly confirmLabel: string;
  readonly pendingLabel: string;
  readonly isPending: boolean;
  readonly isDestructive?: boolean;
};

/** Asks once before something that can't be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, isOpen, onClose, onConfirm, children, confirmLabel, pendingLabel, isPending, isDestructive } = props;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} isPending={isPending} role="alertdialog" size="small">
      <div className="text-ink-soft">{children}</div>
      <DialogFooter>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button
          variant={isDestructive === true ? 'danger' : 'primary'}
          pending={isPending}
          pendingLabel={pendingLabel}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
