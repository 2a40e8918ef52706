import type { TeamMember } from '@sentrywell/contract/team.ts';
import { Badge } from '../../ui/Badge.tsx';

/** Active green, inactive yellow, anything else grey (specification §2). */
const looks = {
  active: { tone: 'good', word: 'Active', title: 'Can sign in.' },
  inactive: { tone: 'warning', word: 'Inactive', title: 'Deactivated: cannot sign in. The account’s trail stays.' },
  pending: { tone: 'neutral', word: 'Pending', title: 'Waits to be let in.' },
} as const;

export function PersonStatus({ status }: Pick<TeamMember, 'status'>) {
  const { tone, word, title } = looks[status];
  return (
    <Badge tone={tone} title={title}>
      {word}
    </Badge>
  );
}
