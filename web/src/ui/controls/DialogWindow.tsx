import { type ReactNode, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { DialogHold } from '../dialog-hold.ts';
import { IconButton } from '../IconButton.tsx';
import { join } from '../join.ts';

export type DialogWindowProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** While something is under way the dialog can't be closed by Escape or a press outside. */
  readonly isPending?: boolean;
  /** What it shows is not shown again: it closes by its own button, and by nothing that a hand does without thinking. */
  readonly closesByButton?: boolean;
  readonly size?: 'small' | 'medium' | 'large';
  readonly role?: 'dialog' | 'alertdialog';
};

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-lg', large: 'sm:max-w-3xl' };

/** Holds the focus, and gives it back when it closes. */
export function DialogWindow({
  title,
  isOpen,
  onClose,
  children,
  isPending = false,
  closesByButton = false,
  size = 'medium',
  role = 'dialog',
}: DialogWindowProps) {
  const [isHeld, setHeld] = useState(false);
  const mustStay = isPending || isHeld || closesByButton;
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!mustStay && role === 'dialog'}
      isKeyboardDismissDisabled={mustStay}
      className="enter-quick fixed inset-0 z-50 flex items-end justify-center bg-shade p-3 sm:items-center"
    >
      <Modal
        className={join(
          'enter-rise max-h-full w-full overflow-y-auto rounded-2xl border border-line bg-surface text-ink shadow-raised',
          widths[size],
        )}
      >
        <Dialog role={role} className="outline-none">
          <header className="flex items-start justify-between gap-4 px-6 pt-5">
            <Heading slot="title" className="min-w-0 text-lg font-semibold">
              {title}
            </Heading>
            {!closesByButton && (
              <IconButton icon="x" label="Close" disabled={mustStay} onClick={onClose} className="-mt-1 -mr-2" />
            )}
          </header>
          <div className="px-6 pt-3 pb-6">
            <DialogHold value={setHeld}>{children}</DialogHold>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
