import { type ComponentProps, useRef } from 'react';
import { controlLook } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { join } from './join.ts';

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'className'> & {
  /** Read out, and the placeholder unless another one is given. */
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly className?: string;
};

/** Filters as the person types; Escape and the button empty it. */
export function SearchField({ label, value, onValue, className, placeholder, ...input }: SearchFieldProps) {
  const box = useRef<HTMLInputElement>(null);

  function clear() {
    onValue('');
    // The button goes with the words: the focus would be nowhere, or in a dialog on the button that closes it.
    box.current?.focus();
  }

  return (
    <div className={join('relative', className)}>
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
      />
      <input
        maxLength={200}
        autoComplete="off"
        {...input}
        ref={box}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            onValue('');
          }
        }}
        className={join(controlLook, 'pr-10 pl-9 [&::-webkit-search-cancel-button]:hidden')}
      />
      {value !== '' && (
        <IconButton
          icon="x"
          label="Clear search"
          onClick={clear}
          size="small"
          className="absolute top-1/2 right-1 -translate-y-1/2"
        />
      )}
    </div>
  );
}
