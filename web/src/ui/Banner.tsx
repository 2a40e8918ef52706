import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { join } from './join.ts';

type BannerTone = 'good' | 'warning' | 'bad' | 'info';

const looks: Record<BannerTone, { readonly look: string; readonly icon: IconName }> = {
  good: { look: 'border-good/35 bg-good-tint text-good-ink', icon: 'checkCircle' },
  warning: { look: 'border-warning/35 bg-warning-tint text-warning-ink', icon: 'alert' },
  bad: { look: 'border-bad/35 bg-bad-tint text-bad-ink', icon: 'xCircle' },
  info: { look: 'border-info/35 bg-info-tint text-info-ink', icon: 'info' },
};

type BannerProps = {
  readonly tone: BannerTone;
  readonly children: ReactNode;
  readonly className?: string;
  /** It stands where the form was that the person just sent: the focus would be nowhere, and nothing read out. */
  readonly takesFocus?: boolean;
};

function focus(place: HTMLElement | null): void {
  place?.focus();
}

/** A message that stays on the page, such as why a form was refused. A bad one is announced at once. */
export function Banner({ tone, children, className, takesFocus = false }: BannerProps) {
  const { look, icon } = looks[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      {...(takesFocus && { ref: focus, tabIndex: -1 })}
      className={join('flex items-start gap-2.5 rounded-lg border px-3.5 py-2.5 font-medium', look, className)}
    >
      {/* In the middle of the first line, whatever its size. */}
      <span className="grid h-lh place-items-center">
        <Icon name={icon} />
      </span>
      <div className="min-w-0 text-pretty">{children}</div>
    </div>
  );
}
