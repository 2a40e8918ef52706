import type { TeamMember } from '@sentrywell/contract/team.ts';
import { DateText } from '../../ui/DateText.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import type { Column } from '../../ui/table-types.ts';
import { PersonActions } from './PersonActions.tsx';
import { PersonName } from './PersonName.tsx';
import { PersonStatus } from './PersonStatus.tsx';
import { RoleBadge } from './RoleBadge.tsx';

type Actions = {
  readonly selfId: number | undefined;
  readonly underWay: ReadonlySet<number>;
  readonly onEdit: (person: TeamMember) => void;
  readonly onDelete: (person: TeamMember) => void;
  readonly onReactivate: (person: TeamMember) => void;
};

/** The columns of specification §2. */
export const organizationPeopleColumns: ReadonlyArray<Column<TeamMember>> = [
  {
    key: 'name',
    header: 'Name',
    onPhone: 'name',
    cell: (person) => <PersonName person={person} />,
    sortBy: ({ name }) => name,
  },
  {
    key: 'email',
    header: 'Email',
    onPhone: 'hide',
    cell: ({ email }) => <EmailText email={email} />,
    sortBy: ({ email }) => email,
  },
  { key: 'role', header: 'Role', cell: RoleBadge, sortBy: ({ roleName }) => roleName ?? null },
  { key: 'date', header: 'Date', cell: ({ date }) => <DateText value={date} />, sortBy: ({ date }) => date },
  { key: 'status', header: 'Status', cell: PersonStatus, sortBy: ({ status }) => status },
];

/** And Actions, only for whoever may act. */
export function organizationTeamColumns(actions: Actions | undefined): ReadonlyArray<Column<TeamMember>> {
  return actions === undefined ? organizationPeopleColumns : [...organizationPeopleColumns, actionsColumn(actions)];
}

function actionsColumn({ selfId, underWay, onEdit, onDelete, onReactivate }: Actions): Column<TeamMember> {
  return {
    key: 'actions',
    header: 'Actions',
    onPhone: 'side',
    align: 'end',
    cell: (person) => (
      <PersonActions
        person={person}
        noun="person"
        isSelf={person.id === selfId}
        isBusy={underWay.has(person.id)}
        onEdit={() => onEdit(person)}
        onDelete={() => onDelete(person)}
        onReactivate={() => onReactivate(person)}
      />
    ),
  };
}
