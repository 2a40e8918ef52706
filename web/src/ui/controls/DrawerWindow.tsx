import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';

export type DrawerWindowProps = {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Holds the focus, closes with Escape or a press beside it, gives the focus back. */
export function DrawerWindow({ label, isOpen, onClose, children }: DrawerWindowProps) {
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      className="enter-quick fixed inset-0 z-40 bg-shade"
    >
      <Modal className="enter-side h-full w-64 max-w-[85vw] shadow-raised">
        <Dialog aria-label={label} className="h-full outline-none">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
