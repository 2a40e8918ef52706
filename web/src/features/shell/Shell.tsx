import { type ReactNode, useCallback, useRef, useState } from 'react';
import { MainRegion } from '../../ui/MainRegion.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import { Header, type Person } from './Header.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { Sidebar, type SidebarProps } from './Sidebar.tsx';
import { SidebarDrawer } from './SidebarDrawer.tsx';
import { SkipLink } from './SkipLink.tsx';

type ShellProps = Omit<SidebarProps, 'onGo'> & {
  readonly person: Person | undefined;
  readonly search: ReactNode;
  readonly children: ReactNode;
};

/** The frame of every signed-in page: sidebar of 16rem, header, and the page itself. */
export function Shell({ person, search, children, ...sidebar }: ShellProps) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  return (
    <>
      <SkipLink />
      <aside className="fixed inset-y-0 left-0 z-20 hidden w-64 lg:block print:hidden">
        <Sidebar {...sidebar} />
      </aside>
      <SidebarDrawer isOpen={isMenuOpen} onClose={closeMenu}>
        <Sidebar {...sidebar} onGo={closeMenu} />
      </SidebarDrawer>
      <div className="lg:pl-64 print:pl-0">
        <Header
          person={person}
          isEmpty={sidebar.menu.length === 0}
          search={search}
          onMenu={() => setMenuOpen(true)}
          onLogout={sidebar.onLogout}
        />
        <OfflineBanner />
        <MainRegion ref={main} className="mx-auto max-w-7xl px-4 py-6 sm:px-6 sm:py-8">
          {children}
        </MainRegion>
        <PrintedZone />
      </div>
    </>
  );
}

/** On the screen a date says so when it is pointed at. */
function PrintedZone() {
  const isPrinting = usePrinting();
  if (!isPrinting) {
    return null;
  }
  return <p className="px-4 sm:px-6">Times are those of {Intl.DateTimeFormat().resolvedOptions().timeZone}.</p>;
}
