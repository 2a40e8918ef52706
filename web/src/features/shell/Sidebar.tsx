import type { MenuEntry, MenuIcon } from '@sentrywell/contract/access.ts';
import { type MouseEvent, type PointerEvent, useId, useRef } from 'react';
import { Link, NavLink } from 'react-router';
import { useSession } from '../../kernel/session.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { join } from '../../ui/join.ts';
import { Logo } from '../../ui/Logo.tsx';
import { showToast } from '../../ui/toast.ts';
import { askAheadOf } from './ask-ahead.ts';
import { OrganizationHeading } from './OrganizationHeading.tsx';

const icons: Record<MenuIcon, IconName> = {
  dashboard: 'grid',
  tenants: 'building',
  team: 'users',
  audit: 'list',
  billing: 'card',
  sra: 'shieldCheck',
  assessments: 'chart',
  baa: 'document',
  pnp: 'book',
};

export type SidebarProps = {
  readonly menu: readonly MenuEntry[];
  /** Where the page is about one of several organizations: which, with the way back to all of them. */
  readonly heading: { readonly id: number | undefined } | undefined;
  readonly home: string;
  readonly onLogout: () => void;
  /** Told when the person goes somewhere, so that the drawer of a small screen can close. */
  readonly onGo?: () => void;
};

const rowLook =
  'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left font-medium focus-visible:outline-mark';
const atRest = 'text-on-night-soft';
const onHover = 'hover:bg-night-raised hover:text-on-night';

/** The product's mark, the menu, Settings and Logout, on ink. */
export function Sidebar({ menu, heading, home, onLogout, onGo }: SidebarProps) {
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-night px-3 py-4 text-on-night">
      <Link to={home} onClick={onGo} className="mb-5 rounded-lg px-3 py-1 focus-visible:outline-mark">
        <Logo />
      </Link>
      {heading !== undefined && <OrganizationHeading id={heading.id} onGo={onGo} />}
      <div className="grow">
        {menu.length > 0 && (
          <nav aria-label="Main">
            <ul className="space-y-1">
              {menu.map((entry) => (
                <li key={entry.label}>
                  {entry.lockedReason === undefined ? (
                    <EntryLink entry={entry} onGo={onGo} />
                  ) : (
                    <LockedEntry label={entry.label} icon={icons[entry.icon]} reason={entry.lockedReason} />
                  )}
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <ul aria-label="Account" className="mt-4 space-y-1 border-t border-night-line pt-4">
        <li>
          <NavLink to="/settings" onClick={onGo} className={entryLook}>
            <Icon name="settings" />
            Settings
          </NavLink>
        </li>
        <li>
          <button type="button" onClick={onLogout} className={join(rowLook, atRest, onHover)}>
            <Icon name="logout" />
            Logout
          </button>
        </li>
      </ul>
    </div>
  );
}

function entryLook({ isActive }: { readonly isActive: boolean }): string {
  return join(rowLook, onHover, isActive ? 'bg-night-raised text-on-night shadow-[inset_3px_0_0_var(--mark)]' : atRest);
}

function EntryLink({ entry, onGo }: { readonly entry: MenuEntry; readonly onGo: (() => void) | undefined }) {
  const ask = useAskAhead(entry.to);
  return (
    <NavLink
      to={entry.to}
      state={{ feature: entry.label }}
      onPointerDown={ask.onPointerDown}
      onPointerLeave={ask.onPointerLeave}
      onClick={(event) => {
        ask.onClick(event);
        onGo?.();
      }}
      className={entryLook}
    >
      <Icon name={icons[entry.icon]} />
      <span className="grow">{entry.label}</span>
      {entry.soon === true && (
        <span className="rounded-full border border-night-line px-2 py-0.5 text-xs font-semibold">Soon</span>
      )}
    </NavLink>
  );
}

/**
 * Asks for what an entry leads to as the button of a mouse goes down, a tenth of a second before it comes up; by touch or key with the
 * press itself. Somebody who is there already is shown nothing anew, and asks for nothing.
 */
function useAskAhead(to: string) {
  const { session } = useSession();
  const hasAsked = useRef(false);
  const ask = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => {
    const staysHere = button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);
    const { pathname, search } = window.location;
    if (session !== undefined && staysHere && pathname + search !== to) {
      askAheadOf({ pathname: to, search: '' }, session);
    }
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') {
        ask(event);
        hasAsked.current = true;
      }
    },
    // Let go elsewhere, it has pressed nothing.
    onPointerLeave: () => {
      hasAsked.current = false;
    },
    onClick: (event: MouseEvent) => {
      if (!hasAsked.current) {
        ask(event);
      }
      hasAsked.current = false;
    },
  };
}

type LockedEntryProps = { readonly label: string; readonly icon: IconName; readonly reason: string };

/** Not a link: pressing it says why (ruling R13). */
function LockedEntry({ label, icon, reason }: LockedEntryProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        aria-disabled="true"
        aria-describedby={id}
        title={reason}
        onClick={() => showToast('info', reason)}
        className={join(rowLook, atRest)}
      >
        <Icon name={icon} />
        <span className="grow">{label}</span>
        <Icon name="lock" className="size-4" />
      </button>
      <span id={id} className="sr-only">
        {reason}
      </span>
    </>
  );
}
