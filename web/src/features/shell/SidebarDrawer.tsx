import { type ReactNode, useEffect } from 'react';
import { Drawer } from '../../ui/Drawer.tsx';

type SidebarDrawerProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** From this width on the sidebar stands beside the page (Tailwind's `lg`). */
const wideScreen = '(min-width: 64rem)';

/** The sidebar on a small screen. */
export function SidebarDrawer({ isOpen, onClose, children }: SidebarDrawerProps) {
  useEffect(() => {
    const query = window.matchMedia(wideScreen);
    query.addEventListener('change', onClose);
    return () => query.removeEventListener('change', onClose);
  }, [onClose]);

  return (
    <Drawer label="Menu" isOpen={isOpen} onClose={onClose}>
      {children}
    </Drawer>
  );
}
