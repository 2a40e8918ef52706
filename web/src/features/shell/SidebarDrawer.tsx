import { type ReactNode, useEffect } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';

type SidebarDrawerProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** From this width on the sidebar stands beside the page (Tailwind's `lg`). */
const wideScreen = '(min-width: 64rem)';

/** The sidebar on a small screen: holds the focus, closes with Escape or a press beside it, gives the focus back. */
export function SidebarDrawer({ isOpen, onClose, children }: SidebarDrawerProps) {
  useEffect(() => {
    const query = window.matchMedia(wideScreen);
    query.addEventListener('change', onClose);
    return () => query.removeEventListener('change', onClose);
  }, [onClose]);

  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      className="enter-quick fixed inset-0 z-40 bg-shade"
    >
      <Modal className="enter-side h-full w-64 max-w-[85vw] shadow-raised">
        <Dialog aria-label="Menu" className="h-full outline-none">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
