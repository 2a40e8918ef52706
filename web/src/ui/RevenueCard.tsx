import { change, money } from './figures.ts';
import { join } from './join.ts';
import { StatCard } from './StatCard.tsx';

type RevenueCardProps = {
  /** undefined while it loads. */
  readonly revenue: { readonly monthlyCents: number; readonly changePercent: number | null } | undefined;
  readonly to?: string;
  readonly className?: string;
};

/** Nothing is said of a figure that is not there yet. */
function noteOf(revenue: RevenueCardProps['revenue']): string {
  if (revenue === undefined) {
    return '';
  }
  const { changePercent } = revenue;
  return changePercent === null ? 'Nothing to compare with last month' : `${change(changePercent)} from last month`;
}

/** Monthly revenue and its change against a month ago. */
export function RevenueCard({ revenue, to, className }: RevenueCardProps) {
  return (
    <StatCard
      label="Monthly Revenue"
      icon="card"
      value={revenue === undefined ? undefined : money(revenue.monthlyCents)}
      note={noteOf(revenue)}
      hint="The monthly fees agreed with your active organizations, against the same sum a month ago"
      {...(to === undefined ? {} : { to })}
      className={join('enter-card', className)}
    />
  );
}
