import type { ReactNode } from 'react';
import { join } from './join.ts';
import { Icon, type IconName } from './Icon.tsx';

export type Tone = 'good' | 'warning' | 'bad' | 'info' | 'violet' | 'neutral';

const looks: Record<Tone, { readonly look: string; readonly icon: IconName }> = {
  good: { look: 'bg-good-tint text-good-ink', icon: 'checkCircle' },
  warning: { look: 'bg-warning-tint text-warning-ink', icon: 'alert' },
  bad: { look: 'bg-bad-tint text-bad-ink', icon: 'xCircle' },
  info: { look: 'bg-info-tint text-info-ink', icon: 'info' },
  violet: { look: 'bg-violet-tint text-violet-ink', icon: 'user' },
  neutral: { look: 'bg-sunken text-ink-soft', icon: 'minus' },
};

/** For an icon that says a status without a badge around it. */
export const iconColours: Readonly<Record<Tone, string>> = {
  good: 'text-good',
  warning: 'text-warning',
  bad: 'text-bad',
  info: 'text-info',
  violet: 'text-violet-ink',
  neutral: 'text-ink-soft',
};

type BadgeProps = {
  readonly tone: Tone;
  /** The word that says the status; colour and icon only repeat it. */
  readonly children: ReactNode;
  /** `null` leaves the icon out, for badges that are a plain label and no status. */
  readonly icon?: IconName | null;
  readonly title?: string;
  /** A name, which may be long and take several lines; a word that says a status takes one. */
  readonly wraps?: boolean;
  readonly className?: string;
};

export function Badge({ tone, children, icon, title, wraps = false, className }: BadgeProps) {
  const { look, icon: usualIcon } = looks[tone];
  const shownIcon = icon === undefined ? usualIcon : icon;
  return (
    <span
      title={title}
      className={join(
        'inline-flex items-center gap-1 rounded-full align-middle px-2 py-0.5 text-xs font-semibold',
        !wraps && 'whitespace-nowrap',
        look,
        className,
      )}
    >
      {shownIcon !== null && <Icon name={shownIcon} className="size-3.5 stroke-2" />}
      {children}
    </span>
  );
}
