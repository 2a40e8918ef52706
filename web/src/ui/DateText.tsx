import { type DateLook, formatDate, formatExactly } from './dates.ts';

type DateTextProps = {
  /** A moment as ISO 8601; null or undefined shows `absent`. */
  readonly value: string | null | undefined;
  readonly look?: DateLook;
  readonly absent?: string;
};

/** A moment in the reader's locale; the exact time with its zone shows on hover. */
export function DateText({ value, look = 'date', absent = 'Never' }: DateTextProps) {
  if (value === null || value === undefined) {
    return <span className="text-ink-soft">{absent}</span>;
  }
  return (
    <time dateTime={value} title={formatExactly(value)} className="figures whitespace-nowrap">
      {formatDate(value, look)}
    </time>
  );
}
