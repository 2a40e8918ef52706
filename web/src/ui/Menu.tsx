import type { ReactNode } from 'react';
import { Button, Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { buttonLook, iconButtonLook } from './button-look.ts';
import { Icon, type IconName } from './Icon.tsx';
import { join } from './join.ts';

type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly onSelect: () => void;
  readonly isSelected?: boolean;
};

const looks = {
  button: buttonLook('secondary', 'medium'),
  icon: join(iconButtonLook, 'size-9 hover:text-ink'),
  quiet: 'inline-flex min-h-10 items-center gap-2 rounded-lg px-2 py-1 text-sm hover:bg-hover',
};

type MenuProps = {
  /** Name of the button that opens it, when what it shows holds no words. */
  readonly label?: string;
  /** What the button shows, and how it looks: as a button, as a square with an icon, or as what it shows alone. */
  readonly children: ReactNode;
  readonly look: keyof typeof looks;
  readonly entries: readonly MenuEntry[];
};

/** A button that opens a short list of actions. */
export function Menu({ label, children, look, entries }: MenuProps) {
  return (
    <MenuTrigger>
      <Button
        {...(label === undefined ? {} : { 'aria-label': label })}
        className={join(
          looks[look],
          'data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-primary',
        )}
      >
        {children}
      </Button>
      <Popover
        placement="bottom end"
        className="enter-quick min-w-44 rounded-xl border border-line bg-surface text-ink shadow-raised"
      >
        <AriaMenu className="p-1 outline-none">
          {entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              textValue={entry.label}
              onAction={entry.onSelect}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-3 py-1.5 -outline-offset-2 data-focused:bg-hover"
            >
              {entry.icon !== undefined && <Icon name={entry.icon} className="size-4" />}
              <span className="grow">{entry.label}</span>
              {entry.isSelected === true && <Icon name="check" label="selected" className="size-4 text-primary" />}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
