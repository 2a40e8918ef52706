import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { iconButtonLook } from './button-look.ts';
import { Icon, type IconName } from './Icon.tsx';
import { join } from './join.ts';
import { Skeleton } from './Skeleton.tsx';
import { useHint } from './use-hint.ts';

type StatCardProps = {
  readonly label: string;
  readonly icon: IconName;
  /** The figure; undefined while it loads. */
  readonly value: ReactNode | undefined;
  /** A line under the figure, such as the change against last month. */
  readonly note?: ReactNode;
  /** How the figure is computed; a button in the card shows it. */
  readonly hint?: string;
  /** The page that lists what the figure counts. */
  readonly to?: string;
  readonly className?: string;
};

/** One figure with its name. */
export function StatCard({ label, icon, value, note, hint, to, className }: StatCardProps) {
  const { isShown, region, button, id } = useHint();
  return (
    <div
      {...region}
      className={join(
        'relative rounded-xl border border-line bg-surface p-4 shadow-card sm:p-5',
        to !== undefined && 'hover:border-line-strong',
        className,
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <p className="text-[0.8125rem] font-medium text-ink-soft">
          {to === undefined ? (
            label
          ) : (
            <Link to={to} className="after:absolute after:inset-0 after:rounded-xl hover:text-ink">
              {label}
            </Link>
          )}
        </p>
        <span className="grid size-9 place-items-center rounded-lg bg-primary-tint text-primary max-sm:hidden">
          <Icon name={icon} />
        </span>
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between">
        <div className="figures min-h-9 min-w-0 text-2xl/9 font-semibold tracking-tight wrap-anywhere">
          {value === undefined ? <Skeleton className="h-8 w-24" /> : value}
        </div>
        {hint !== undefined && (
          <button
            type="button"
            {...button}
            aria-label={`How ${label} is computed`}
            // Over the link, which is as large as the card.
            className={join(iconButtonLook, 'relative size-6 hover:text-ink max-sm:-mr-2 sm:mr-1.5 print:hidden')}
          >
            <Icon name="info" className="size-4" />
          </button>
        )}
      </div>
      {note !== undefined && <div className="mt-1 min-h-5 text-[0.8125rem] text-ink-soft">{note}</div>}
      {hint !== undefined && (
        <p
          id={id}
          role="tooltip"
          hidden={!isShown}
          className="absolute -inset-x-px top-full z-10 rounded-xl border border-line bg-surface px-4 py-3 text-[0.8125rem] shadow-raised sm:px-5"
        >
          {hint}
        </p>
      )}
    </div>
  );
}
