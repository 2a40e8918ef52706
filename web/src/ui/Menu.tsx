import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { MenuEntry, MenuFocus } from './controls/MenuList.tsx';
import { buttonLook, iconButtonLook } from './button-look.ts';
import { join } from './join.ts';
import { OnItsWay } from './OnItsWay.tsx';
import { useControls } from './use-controls.ts';

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

/** What keys open a menu, and at which entry. */
const keys: Readonly<Record<string, MenuFocus>> = { Enter: 'first', ' ': 'first', ArrowDown: 'first', ArrowUp: 'last' };

/** A button that opens a short list of actions. */
export function Menu({ label, children, look, entries }: MenuProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<MenuFocus>();
  const controls = useControls(opened === undefined ? undefined : 'now');
  const isOpen = opened !== undefined && controls !== undefined;

  function press({ detail, currentTarget }: MouseEvent<HTMLButtonElement>) {
    // It gets the focus back when the list closes; Safari gives a button none that is pressed.
    currentTarget.focus();
    // Nothing was clicked: a screen reader.
    setOpened(detail === 0 ? 'first' : 'list');
  }

  function pressKey(event: KeyboardEvent) {
    const focus = keys[event.key];
    if (focus !== undefined) {
      event.preventDefault();
      setOpened(focus);
    }
  }

  return (
    <>
      <button
        ref={trigger}
        id={id}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        onClick={press}
        onKeyDown={pressKey}
        className={looks[look]}
      >
        {children}
      </button>
      {opened !== undefined && controls === undefined && <OnItsWay />}
      {controls !== undefined && (
        <controls.MenuList
          id={`${id}-list`}
          opened={opened}
          trigger={trigger}
          triggerId={id}
          entries={entries}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
