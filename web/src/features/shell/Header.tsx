import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';

export type Person = { readonly name: string; readonly email: string };

type HeaderProps = {
  readonly person: Person | undefined;
  /** It is not known yet who is there. */
  readonly isEmpty: boolean;
  readonly search: ReactNode;
  readonly onMenu: () => void;
  readonly onLogout: () => void;
};

/** Stays at the top while the page scrolls; 3.5rem tall, which sticky table heads count on. */
export function Header({ person, isEmpty, search, onMenu, onLogout }: HeaderProps) {
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-surface px-3 sm:px-6 print:hidden">
      <IconButton icon="menu" label="Open menu" onClick={onMenu} className="lg:hidden" />
      <div className="min-w-0 grow">{search}</div>
      {/* Seen together with the name that stands beside it: alone it would be pushed aside when that comes. */}
      <div className={isEmpty ? 'invisible' : undefined}>
        <ThemeMenu />
      </div>
      {person !== undefined && <PersonMenu person={person} onLogout={onLogout} />}
    </header>
  );
}

function PersonMenu({ person, onLogout }: { readonly person: Person; readonly onLogout: () => void }) {
  const navigate = useNavigate();
  return (
    <Menu
      look="quiet"
      entries={[
        { id: 'settings', label: 'Settings', icon: 'settings', onSelect: () => void navigate('/settings') },
        { id: 'logout', label: 'Logout', icon: 'logout', onSelect: onLogout },
      ]}
    >
      <span className="sr-only min-w-0 text-right leading-tight sm:not-sr-only">
        <span dir="auto" className="block max-w-56 truncate font-medium">
          {person.name}
        </span>
        <span className="block max-w-56 truncate text-xs font-normal text-ink-soft">{person.email}</span>
      </span>
      <Avatar name={person.name} />
    </Menu>
  );
}
