import type { RefObject } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import { Icon, type IconName } from '../Icon.tsx';

export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly onSelect: () => void;
  readonly isSelected?: boolean;
};

/** What has the focus when it opens: an entry, or the list itself. */
export type MenuFocus = 'first' | 'last' | 'list';

type MenuListProps = {
  readonly id: string;
  /** What opened it; undefined while it is closed. */
  readonly opened: MenuFocus | undefined;
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly triggerId: string;
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
};

/** The list under the button of a menu. */
export function MenuList({ id, opened, trigger, triggerId, entries, onClose }: MenuListProps) {
  return (
    <Popover
      triggerRef={trigger}
      isOpen={opened !== undefined}
      onOpenChange={(open) => !open && onClose()}
      aria-labelledby={triggerId}
      placement="bottom end"
      className="enter-quick min-w-44 rounded-xl border border-line bg-surface text-ink shadow-raised"
    >
      <Menu
        id={id}
        aria-labelledby={triggerId}
        autoFocus={opened === 'first' || opened === 'last' ? opened : true}
        onClose={onClose}
        className="p-1 outline-none"
      >
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
      </Menu>
    </Popover>
  );
}
