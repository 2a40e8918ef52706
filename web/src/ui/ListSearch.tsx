import { SearchField } from './SearchField.tsx';

type ListSearchProps = {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** '3 people found for "ann"' in the list's own words; empty while nothing is searched for, or not known yet. */
  readonly found: string;
};

/** The search of a list. What it found is read out, and stands beside it: on a line of its own it would move the list under a press. */
export function ListSearch({ found, ...search }: ListSearchProps) {
  return (
    <div className="mb-4 flex items-center gap-x-4 gap-y-2 max-sm:flex-wrap">
      <div className="w-full sm:w-96 sm:shrink-0 print:hidden">
        <SearchField {...search} />
      </div>
      <p aria-live="polite" className="min-w-0 text-ink-soft wrap-anywhere">
        {found}
      </p>
    </div>
  );
}
