import type { TeamMember } from '@sentrywell/contract/team.ts';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';
import { EmailText } from '../../ui/EmailText.tsx';

type PersonNameProps = {
  readonly person: TeamMember;
  /** Beside the name, such as a root user's badge. */
  readonly badge?: ReactNode;
  /** Under the name on small screens only, after the address. */
  readonly onPhone?: ReactNode;
};

/** Picture and name; on small screens the address (and what else the page says) stands under it (specification §2). */
export function PersonName({ person, badge, onPhone }: PersonNameProps) {
  return (
    <span className="inline-flex items-center gap-3">
      <Avatar name={person.name} />
      <span className="min-w-0">
        <span className="flex items-center gap-2">
          {/* Broken anywhere, a narrow table would break a name after a few letters. */}
          <span className="font-medium wrap-anywhere sm:min-w-20">{person.name}</span>
          {badge}
        </span>
        <span className="block text-[0.8125rem] text-ink-soft sm:hidden">
          <EmailText email={person.email} />
        </span>
        {onPhone !== undefined && <span className="block text-[0.8125rem] text-ink-soft sm:hidden">{onPhone}</span>}
      </span>
    </span>
  );
}
