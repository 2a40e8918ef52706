import { type DateLook, formatDate, formatExactly } from './dates.ts';
import { join } from './join.ts';

type DateTextProps = {
  /** A moment as ISO 8601; null or undefined shows `absent`. */
  readonly value: string | null | undefined;
  readonly look?: DateLook;
  readonly absent?: string;
  /** It may take two lines where there is no room for one, as it may on a phone everywhere. */
  readonly wraps?: boolean;
};

/** A moment in the reader's locale; the exact time with its zone shows on hover. */
export function DateText({ value, look = 'date', absent = 'Never', wraps = false }: DateTextProps) {
  if (value === null || value === undefined) {
    return <span className="text-ink-soft">{absent}</span>;
  }
  return (
    <time
      dateTime={value}
      title={formatExactly(value)}
      className={join('figures', wraps ? '2xl:whitespace-nowrap' : 'sm:whitespace-nowrap')}
    >
      {formatDate(value, look)}
    </time>
  );
}
