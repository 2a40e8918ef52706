import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { IconName } from '../../ui/Icon.tsx';

type MessagePageProps = {
  readonly icon: IconName;
  readonly tone?: 'plain' | 'bad';
  readonly title: string;
  readonly message: ReactNode;
  /** The ways out. */
  readonly children: ReactNode;
};

/** A page that says one thing and offers a way on. */
export function MessagePage({ icon, tone = 'plain', title, message, children }: MessagePageProps) {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <EmptyState icon={icon} tone={tone} title={title} level={1} action={children} className="text-base">
        <p>{message}</p>
      </EmptyState>
    </div>
  );
}
