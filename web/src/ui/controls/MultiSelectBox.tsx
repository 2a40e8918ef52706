import { type ReactNode, useId, useState } from 'react';
import { ListBox, ListBoxItem, ListLayout, Virtualizer } from 'react-aria-components';
import { describedBy, FieldNotes } from '../Field.tsx';
import { Icon } from '../Icon.tsx';
import { SearchField } from '../SearchField.tsx';

export type MultiSelectOption = {
  readonly id: string;
  readonly title: string;
  /** A second, quieter line. */
  readonly detail?: string;
};

export type MultiSelectBoxProps = {
  readonly label: string;
  readonly options: readonly MultiSelectOption[];
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
  readonly help?: ReactNode;
  /** Shown in the box when there is nothing to choose from. */
  readonly emptyText: string;
  readonly searchLabel?: string;
  /** A text as the search compares it. */
  readonly searchable: (text: string) => string;
};

/** Above this many options a search box helps more than it takes room. */
const searchableFrom = 9;

/** Fluid with thousands of options. */
export function MultiSelectBox(props: MultiSelectBoxProps) {
  const { label, options, selected, onSelected, help, emptyText, searchLabel, searchable } = props;
  const id = useId();
  const [term, setTerm] = useState('');
  const [chosenBefore] = useState(selected);
  const wanted = searchable(term.trim());
  const shown = chosenFirst(options, chosenBefore).filter((option) =>
    searchable(`${option.title} ${option.detail ?? ''}`).includes(wanted),
  );
  const shownIds = new Set(shown.map((option) => option.id));

  function select(keys: Iterable<string>) {
    // What the search hides stays chosen.
    onSelected(new Set([...[...selected].filter((key) => !shownIds.has(key)), ...keys]));
  }

  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <span id={id} className="font-medium">
          {label}
        </span>
        <span aria-live="polite" className="figures text-[0.8125rem] text-ink-soft">
          {selected.size} selected
        </span>
      </div>
      {options.length >= searchableFrom && (
        <SearchField label={searchLabel ?? `Search ${label}`} value={term} onValue={setTerm} className="mb-2" />
      )}
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 52, padding: 4 }}>
        <ListBox
          aria-labelledby={id}
          aria-describedby={describedBy(id, { help }) ?? ''}
          items={shown}
          selectionMode="multiple"
          selectionBehavior="toggle"
          selectedKeys={selected}
          onSelectionChange={(keys) => select(keys === 'all' ? shownIds : [...keys].map(String))}
          renderEmptyState={() => <p className="p-4 text-center text-ink-soft">{emptyText}</p>}
          className="h-48 overflow-y-auto rounded-lg border border-line-strong bg-surface"
        >
          {(option) => <Choice option={option} />}
        </ListBox>
      </Virtualizer>
      <FieldNotes id={id} help={help} />
    </div>
  );
}

/** What was chosen when the box was opened stands on top; nothing moves while somebody chooses. */
function chosenFirst(options: readonly MultiSelectOption[], chosen: ReadonlySet<string>): MultiSelectOption[] {
  const isChosen = ({ id }: MultiSelectOption) => chosen.has(id);
  return [...options.filter(isChosen), ...options.filter((option) => !isChosen(option))];
}

function Choice({ option }: { readonly option: MultiSelectOption }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.title}
      className="group flex h-full cursor-pointer items-center gap-3 rounded-md px-2.5 -outline-offset-2 data-hovered:bg-hover data-selected:bg-primary-tint"
    >
      <span className="grid size-5 shrink-0 place-items-center rounded-md border border-line-strong bg-surface group-data-selected:border-transparent group-data-selected:bg-primary-fill">
        <Icon name="check" className="invisible size-4 stroke-[3] text-check group-data-selected:visible" />
      </span>
      <span className="min-w-0 text-left">
        <span dir="auto" className="block truncate font-medium">
          {option.title}
        </span>
        {option.detail !== undefined && (
          <span dir="auto" className="block truncate text-[0.8125rem] text-ink-soft">
            {option.detail}
          </span>
        )}
      </span>
    </ListBoxItem>
  );
}
