import type { Role } from '@sentrywell/contract/permissions.ts';
import type { TeamMember } from '@sentrywell/contract/team.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';

/** Admin blue, Auditor yellow, Employee green, Vendor purple (specification §2); what it does not name is plain. */
const tones: Partial<Record<Role, Tone>> = {
  ORG_ADMIN: 'info',
  ORG_AUDITOR: 'warning',
  ORG_USER_EMPLOYEE: 'good',
  ORG_USER_VENDOR: 'violet',
};

export function RoleBadge({ role, roleName }: Pick<TeamMember, 'role' | 'roleName'>) {
  if (role === null) {
    return <span className="text-ink-soft">No Role</span>;
  }
  return (
    <Badge tone={tones[role] ?? 'neutral'} icon={null} wraps>
      {roleName ?? 'No Role'}
    </Badge>
  );
}
