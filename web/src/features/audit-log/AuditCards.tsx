import { StatCard } from '../../ui/StatCard.tsx';
import { type AuditSource, useAuditSummary } from './audit-source.ts';

/** '+5%' beside the words that say against what. */
function changeNote(change: number | null | undefined): string {
  if (change === undefined) {
    return '';
  }
  return change === null
    ? 'Nothing to compare with before'
    : `${change > 0 ? '+' : ''}${change}% against the period before`;
}

/** The four cards of specification §2, live by ruling R32; each says on hover how it is computed. */
export function AuditCards({ source }: { readonly source: AuditSource }) {
  const { data } = useAuditSummary(source);
  const percent = (value: number | null) => (value === null ? '--' : `${value}%`);
  return (
    <div className="mb-6 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <StatCard
        label="Resource Usage"
        icon="users"
        value={data && percent(data.resourceUsage.percent)}
        note={changeNote(data?.resourceUsage.change)}
        {...(data && { hint: data.resourceUsage.hint })}
        className="enter-card"
      />
      <StatCard
        label="Active Tasks"
        icon="checkCircle"
        value={data && `${data.activeTasks.open}/${data.activeTasks.total}`}
        note={changeNote(data?.activeTasks.change)}
        {...(data && { hint: data.activeTasks.hint })}
        className="enter-card-second"
      />
      <StatCard
        label="Total Hours"
        icon="clock"
        value={data && `${data.totalHours.hours}hrs`}
        note={changeNote(data?.totalHours.change)}
        {...(data && { hint: data.totalHours.hint })}
        className="enter-card"
      />
      <StatCard
        label="Completion"
        icon="chart"
        value={data && percent(data.completion.percent)}
        note={changeNote(data?.completion.change)}
        {...(data && { hint: data.completion.hint })}
        className="enter-card-second"
      />
    </div>
  );
}
