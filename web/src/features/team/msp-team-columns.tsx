import type { MspTeamMember } from '@sentrywell/contract/team.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import type { Column } from '../../ui/table-types.ts';
import { PersonActions } from './PersonActions.tsx';
import { PersonName } from './PersonName.tsx';
import { PersonStatus } from './PersonStatus.tsx';

type Actions = {
  readonly selfId: number | undefined;
  readonly underWay: ReadonlySet<number>;
  readonly onEdit: (member: MspTeamMember) => void;
  readonly onDelete: (member: MspTeamMember) => void;
  readonly onReactivate: (member: MspTeamMember) => void;
};

/** The columns of specification §2. On a phone e-mail and role stand under the name. */
export const mspPeopleColumns: ReadonlyArray<Column<MspTeamMember>> = [
  { key: 'member', header: 'Member', onPhone: 'name', cell: MemberCell, sortBy: ({ name }) => name },
  {
    key: 'email',
    header: 'Email',
    onPhone: 'hide',
    cell: ({ email }) => <EmailText email={email} />,
    sortBy: ({ email }) => email,
  },
  {
    key: 'role',
    header: 'Role',
    onPhone: 'hide',
    cell: (member) => roleOf(member) ?? <span className="text-ink-soft">No Role</span>,
    sortBy: (member) => roleOf(member) ?? null,
  },
  {
    key: 'joined',
    header: 'Joined',
    cell: ({ createdAt }) => <DateText value={createdAt} />,
    sortBy: ({ createdAt }) => createdAt,
  },
  { key: 'status', header: 'Status', cell: PersonStatus, sortBy: ({ status }) => status },
];

/** And Actions, only for whoever may act. */
export function mspTeamColumns(actions: Actions | undefined): ReadonlyArray<Column<MspTeamMember>> {
  return actions === undefined ? mspPeopleColumns : [...mspPeopleColumns, actionsColumn(actions)];
}

/** A root user holds no role and passes every check: 'No Role' would say the contrary. */
function roleOf({ isRootUser, roleName }: MspTeamMember): string | undefined {
  return isRootUser ? 'Root User' : roleName;
}

function MemberCell(member: MspTeamMember) {
  const badge = (
    <span title="Root User" className="text-primary">
      <Icon name="shield" label="Root User" />
    </span>
  );
  return <PersonName person={member} badge={member.isRootUser && badge} onPhone={roleOf(member) ?? 'No Role'} />;
}

function actionsColumn({ selfId, underWay, onEdit, onDelete, onReactivate }: Actions): Column<MspTeamMember> {
  return {
    key: 'actions',
    header: 'Actions',
    onPhone: 'side',
    align: 'end',
    cell: (member) => (
      <PersonActions
        person={member}
        noun="member"
        isSelf={member.id === selfId}
        isBusy={underWay.has(member.id)}
        onEdit={() => onEdit(member)}
        onDelete={() => onDelete(member)}
        onReactivate={() => onReactivate(member)}
      />
    ),
  };
}
