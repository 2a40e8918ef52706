import { counted } from '../../ui/counted.ts';

type Props = {
  /** For which the count holds, trimmed. */
  readonly term: string;
  /** undefined: they are not there (yet). */
  readonly count: number | undefined;
};

/** Says what a search found: whoever types does not see the table change. */
export function FoundPeople({ term, count }: Props) {
  return (
    <p aria-live="polite" className="text-ink-soft wrap-anywhere not-empty:mb-3">
      {term !== '' && count !== undefined && `${counted(count, 'person', 'people')} found for "${term}"`}
    </p>
  );
}
