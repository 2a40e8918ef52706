import { type ComponentProps, type ReactNode, useId } from 'react';
import { describedBy, FieldNotes } from './Field.tsx';
import { Icon } from './Icon.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children' | 'onChange'> & {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly onChecked?: (isChecked: boolean) => void;
  /** What was chosen is being saved: keeps the focus, ignores presses. */
  readonly pending?: boolean;
};

export function Checkbox({ label, help, error, onChecked, pending = false, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <div className="flex items-start gap-2.5">
        <span className="-ml-0.5 grid size-6 shrink-0 place-items-center has-disabled:opacity-55 has-aria-disabled:opacity-55">
          <input
            {...input}
            type="checkbox"
            id={id}
            onChange={(event) => !pending && onChecked?.(event.target.checked)}
            {...(pending && { 'aria-disabled': true })}
            aria-invalid={error !== undefined}
            aria-describedby={describedBy(id, { help, error })}
            className="peer col-start-1 row-start-1 size-5 appearance-none rounded-md border border-line-strong bg-surface checked:border-transparent checked:bg-primary-fill aria-invalid:border-bad"
          />
          <Icon
            name="check"
            className="pointer-events-none invisible col-start-1 row-start-1 size-4 stroke-[3] text-check peer-checked:visible"
          />
        </span>
        <label htmlFor={id} className="pt-[calc((1.5rem-1lh)/2)]">
          {label}
        </label>
      </div>
      {/* Under the words, not under the box. */}
      <div className="pl-8">
        <FieldNotes id={id} help={help} error={error} />
      </div>
    </div>
  );
}
