import { grouped } from './counted.ts';
import { onFirstUse } from './on-first-use.ts';

const inDollars = { style: 'currency', currency: 'USD' } as const;
const dollars = onFirstUse(() => new Intl.NumberFormat('en-US', { ...inDollars, maximumFractionDigits: 0 }));
const exactDollars = onFirstUse(() => new Intl.NumberFormat('en-US', inDollars));

/** Cents as '$45,230', with cents only where there are some. */
export function money(cents: number): string {
  return (cents % 100 === 0 ? dollars() : exactDollars()).format(cents / 100);
}

/** '+12%', '-3%', '0%'. */
export function change(percent: number): string {
  return `${percent > 0 ? '+' : ''}${grouped(percent)}%`;
}

const short = onFirstUse(() => new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }));

/** '2026-11' → 'Nov'. */
export function monthName(month: string): string {
  return short().format(new Date(`${month}-01T00:00:00Z`));
}
