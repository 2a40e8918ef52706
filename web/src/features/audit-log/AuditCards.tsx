import type { AuditSummary } from '@sentrywell/contract/audit-log.ts';
import { grouped } from '../../ui/counted.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { change } from '../../ui/figures.ts';
import { FiguresError } from '../../ui/FiguresError.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { type AuditSource, useAuditSummary } from './audit-source.ts';

type Figure = { readonly value: string; readonly change: number | null; readonly hint: string };
type Card = { readonly label: string; readonly icon: IconName; readonly figure: (summary: AuditSummary) => Figure };

function percent(value: number | null): string {
  return value === null ? '--' : `${value}%`;
}

/** The four cards of specification §2, live by ruling R32. */
const cards: readonly Card[] = [
  {
    label: 'Resource Usage',
    icon: 'users',
    figure: ({ resourceUsage }) => ({ ...resourceUsage, value: percent(resourceUsage.percent) }),
  },
  {
    label: 'Active Tasks',
    icon: 'checkCircle',
    figure: ({ activeTasks }) => ({
      ...activeTasks,
      value: `${grouped(activeTasks.open)}/${grouped(activeTasks.total)}`,
    }),
  },
  {
    label: 'Total Hours',
    icon: 'clock',
    figure: ({ totalHours }) => ({
      ...totalHours,
      value: `${grouped(totalHours.hours)}${totalHours.hours === 1 ? 'hr' : 'hrs'}`,
    }),
  },
  {
    label: 'Completion',
    icon: 'chart',
    figure: ({ completion }) => ({ ...completion, value: percent(completion.percent) }),
  },
];

function changeWords(points: number | null): string {
  return points === null ? 'Nothing to compare with before' : `${change(points)} against the period before`;
}

/** Each card says how its figure is computed. */
export function AuditCards({ source }: { readonly source: AuditSource }) {
  const { data, error, refresh } = useAuditSummary(source);
  if (data === undefined && error !== undefined) {
    return <FiguresError message={error.message} onRetry={() => void refresh()} className="mb-6" />;
  }
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {cards.map(({ label, icon, figure }, index) => {
        const shown = data === undefined ? undefined : figure(data);
        return (
          <StatCard
            key={label}
            label={label}
            icon={icon}
            value={shown?.value}
            // On a phone the words take two lines.
            note={<span className="block max-sm:min-h-[2lh]">{shown && changeWords(shown.change)}</span>}
            {...(shown === undefined ? {} : { hint: shown.hint })}
            className={index % 2 === 0 ? 'enter-card' : 'enter-card-second'}
          />
        );
      })}
    </div>
  );
}
