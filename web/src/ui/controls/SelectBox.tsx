import { useId } from 'react';
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import { describedBy, FieldNotes, type FieldText } from '../Field.tsx';
import { Icon } from '../Icon.tsx';
import { join } from '../join.ts';
import { SelectChevron, selectLook } from '../select-look.tsx';

export type SelectBoxProps<Value extends string> = FieldText & {
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: string }>;
  /** undefined: nothing chosen yet, the placeholder shows. */
  readonly value: Value | undefined;
  readonly onValue: (value: Value) => void;
  readonly placeholder?: string;
  /** The label is read out but not drawn, for filters in a toolbar. */
  readonly hideLabel?: boolean;
  readonly className?: string;
};

export function SelectBox<Value extends string>(props: SelectBoxProps<Value>) {
  const { label, help, error, options, value, onValue, placeholder, hideLabel, className } = props;
  const id = useId();
  return (
    <Select
      className={join('min-w-0', className)}
      selectedKey={value ?? null}
      onSelectionChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen !== undefined) {
          onValue(chosen.value);
        }
      }}
      placeholder={placeholder ?? 'Select'}
      isInvalid={error !== undefined}
    >
      <Label className={hideLabel === true ? 'sr-only' : 'mb-1.5 block font-medium'}>{label}</Label>
      <Button
        aria-describedby={describedBy(id, { help, error }) ?? ''}
        className={join(
          selectLook,
          'data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-primary in-data-invalid:border-bad',
        )}
      >
        <SelectValue dir="auto" className="truncate data-placeholder:text-ink-soft" />
        <SelectChevron />
      </Button>
      <FieldNotes id={id} help={help} error={error} />
      {/* In a low window the popover has less room than the list asks for, and the list scrolls. */}
      <Popover className="enter-quick flex min-w-(--trigger-width) rounded-xl border border-line bg-surface shadow-raised">
        <ListBox className="max-h-60 min-h-0 grow overflow-y-auto p-1 outline-none">
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              className="flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-lg px-3 py-1.5 -outline-offset-2 data-focused:bg-hover data-selected:font-semibold"
            >
              {({ isSelected }) => (
                <>
                  <span>{option.label}</span>
                  {isSelected && <Icon name="check" className="size-4 text-primary" />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
