import { holdsOneOf, type Subject } from '@sentrywell/contract/access.ts';
import type { Role } from '@sentrywell/contract/permissions.ts';
import { type TeamMember, teamEndpoints } from '@sentrywell/contract/team.ts';
import { useDeferredValue, useState } from 'react';
import { useParams } from 'react-router';
import { call } from '../../kernel/call.ts';
import { useSession } from '../../kernel/session.tsx';
import { type CallState, useCall } from '../../kernel/use-call.ts';
import { useFoundByName } from '../../kernel/use-found-by-name.ts';
import { useOrganizationTitle } from '../../kernel/use-organization-title.ts';
import { BelowLists } from '../../ui/BelowLists.tsx';
import { Button } from '../../ui/Button.tsx';
import { ListSearch } from '../../ui/ListSearch.tsx';
import { OrganizationNotFound } from '../../ui/OrganizationNotFound.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Table } from '../../ui/Table.tsx';
import { useListView } from '../../ui/use-list-view.ts';
import { OrganizationRequirementCard } from '../account/RequirementCard.tsx';
import { MemberInvitations } from './MemberInvitations.tsx';
import { foundPeople } from './found-people.ts';
import { NoPeople } from './NoPeople.tsx';
import { organizationPeopleColumns, organizationTeamColumns } from './organization-team-columns.tsx';
import { type PersonDialogMode, PersonDialog } from './PersonDialog.tsx';
import { RemovePersonDialog } from './RemovePersonDialog.tsx';
import { peopleState } from './people-state.ts';
import { usePersonChanges } from './use-person-changes.ts';

/** /org/{id}/team (specification §2, 'People page of an organization'; edit and delete by ruling R22). */
export function OrganizationTeamPage() {
  const { id: orgId = '' } = useParams();
  const read = useCall(teamEndpoints.listOrganizationTeam, { query: { orgId } });
  const isNotFound = read.data === undefined && read.error?.code === 'organization.not_found';
  return isNotFound ? <OrganizationNotFound /> : <People orgId={orgId} read={read} />;
}

type PeopleProps = {
  readonly orgId: string;
  readonly read: CallState<{ team: TeamMember[] }>;
};

function People({ orgId, read }: PeopleProps) {
  const { data, error, refresh } = read;
  const { subject, session } = useSession();
  const documentTitle = useOrganizationTitle('People', orgId);
  const { search: term, setSearch: setTerm, sort, setSort } = useListView(organizationPeopleColumns);
  const [dialog, setDialog] = useState<PersonDialogMode>();
  // Rows with controls take longer to draw than a key may: the letters go first.
  const found = useFoundByName(data?.team, useDeferredValue(term));
  const changes = useOrganizationChanges(orgId, refresh);
  const { mayAdd, mayChange } = rightsOf(subject);
  const actions = {
    selfId: session?.userId,
    underWay: changes.underWay,
    onEdit: (person: TeamMember) => setDialog({ kind: 'edit', person }),
    onDelete: changes.askToRemove,
    onReactivate: changes.reactivate,
  };
  return (
    <>
      <PageHeader
        title="People"
        documentTitle={documentTitle}
        subtitle="Everybody who belongs to this organization."
        actions={
          mayAdd && (
            <Button variant="primary" icon="plus" onClick={() => setDialog({ kind: 'add' })}>
              Add People
            </Button>
          )
        }
      />
      <ListSearch label="Search by name" value={term} onValue={setTerm} found={foundPeople(found)} />
      <Table
        label="People"
        columns={organizationTeamColumns(mayChange ? actions : undefined)}
        state={peopleState(found.rows, { error, refresh })}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={setSort}
        loadingText="Loading team data..."
        empty={<NoPeople term={found.term} onClear={() => setTerm('')} />}
      />
      <BelowPeople orgId={orgId} people={read} />
      <PersonDialog orgId={orgId} mode={mayChange ? dialog : undefined} onClose={() => setDialog(undefined)} />
      <RemovePersonDialog
        person={changes.leaving}
        isPending={changes.leaving !== undefined && changes.underWay.has(changes.leaving.id)}
        onClose={() => changes.askToRemove(undefined)}
        onRemove={changes.remove}
      />
    </>
  );
}

/** Who was invited and, for an MSP's administrator, whether a second factor is required. */
function BelowPeople({ orgId, people }: { readonly orgId: string; readonly people: PeopleProps['read'] }) {
  const { subject } = useSession();
  const { mayChange, mayRequire } = rightsOf(subject);
  return (
    <BelowLists lists={[people]}>
      {mayRequire && (
        <div className="mt-8">
          <OrganizationRequirementCard orgId={orgId} />
        </div>
      )}
      {mayChange && <MemberInvitations orgId={orgId} />}
    </BelowLists>
  );
}

/** Only the organization's admin adds people here; an MSP's administrator helps with the rest (specification §2, ruling R22). */
function rightsOf(subject: Subject | undefined) {
  const holds = (...roles: readonly Role[]) => subject !== undefined && holdsOneOf(subject, roles);
  return {
    mayAdd: holds('ORG_ADMIN'),
    mayChange: holds('ORG_ADMIN', 'MSP_SUPER_ADMIN'),
    // The organization's own administrator finds it in their settings.
    mayRequire: holds('MSP_SUPER_ADMIN'),
  };
}

function useOrganizationChanges(orgId: string, refresh: () => Promise<unknown>) {
  const input = (userId: number) => ({ params: { userId: String(userId) }, query: { orgId } });
  return usePersonChanges<TeamMember>({
    deactivate: (userId) => call(teamEndpoints.deactivateMember, input(userId)),
    reactivate: (userId) => call(teamEndpoints.reactivateMember, input(userId)),
    refresh,
  });
}
