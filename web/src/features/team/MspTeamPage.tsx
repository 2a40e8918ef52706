import { accessRequestEndpoints } from '@sentrywell/contract/access-requests.ts';
import { type MspTeamMember, teamEndpoints } from '@sentrywell/contract/team.ts';
import { useDeferredValue, useState } from 'react';
import { call } from '../../kernel/call.ts';
import { useSession } from '../../kernel/session.tsx';
import { type CallState, useCall, useRefreshAll } from '../../kernel/use-call.ts';
import { useFoundByName } from '../../kernel/use-found-by-name.ts';
import { BelowLists } from '../../ui/BelowLists.tsx';
import { Button } from '../../ui/Button.tsx';
import { grouped } from '../../ui/counted.ts';
import { ListSearch } from '../../ui/ListSearch.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Table } from '../../ui/Table.tsx';
import { useListView } from '../../ui/use-list-view.ts';
import { DeclinedRequests } from '../access-requests/DeclinedRequests.tsx';
import { PendingRequests } from '../access-requests/PendingRequests.tsx';
import { MspInvitations } from '../invitations/MspInvitations.tsx';
import { EditMemberDialog } from './EditMemberDialog.tsx';
import { InviteUserDialog } from './InviteUserDialog.tsx';
import { foundPeople } from './found-people.ts';
import { mspPeopleColumns, mspTeamColumns } from './msp-team-columns.tsx';
import { NoPeople } from './NoPeople.tsx';
import { RemovePersonDialog } from './RemovePersonDialog.tsx';
import { peopleState } from './people-state.ts';
import { usePersonChanges } from './use-person-changes.ts';

/** /msp/team (specification §2, 'MSP people page'; edit and delete by ruling R22). */
export function MspTeamPage() {
  const { subject } = useSession();
  const refreshAll = useRefreshAll();
  const [isInviting, setInviting] = useState(false);
  const isAdmin = subject?.role === 'MSP_SUPER_ADMIN';
  const team = useCall(teamEndpoints.listMspTeam);
  // Those below ask for the same: one answer serves both.
  const pending = useCall(accessRequestEndpoints.listPendingRequests);
  const declined = useCall(accessRequestEndpoints.listDeclinedRequests, isAdmin ? {} : null);
  return (
    <>
      <PageHeader
        title="People"
        subtitle={isAdmin ? 'Manage your team members and their permissions' : undefined}
        actions={
          isAdmin && (
            <Button variant="primary" onClick={() => setInviting(true)}>
              + Invite Members
            </Button>
          )
        }
      />
      <Team isAdmin={isAdmin} read={team} />
      <BelowLists lists={isAdmin ? [team, pending, declined] : [team, pending]}>
        <PendingRequests
          mayDecide={isAdmin}
          // Whoever was let in is of the team now.
          onApproved={() => refreshAll(teamEndpoints.listMspTeam, accessRequestEndpoints.listPendingRequests)}
          onDeclined={() =>
            refreshAll(accessRequestEndpoints.listPendingRequests, accessRequestEndpoints.listDeclinedRequests)
          }
        />
        {isAdmin && (
          <DeclinedRequests
            onApproved={() => refreshAll(teamEndpoints.listMspTeam, accessRequestEndpoints.listDeclinedRequests)}
          />
        )}
        {isAdmin && <MspInvitations kind="msp_member" />}
      </BelowLists>
      {isAdmin && <InviteUserDialog isOpen={isInviting} onClose={() => setInviting(false)} />}
    </>
  );
}

type TeamProps = { readonly isAdmin: boolean; readonly read: CallState<{ team: MspTeamMember[] }> };

function Team({ isAdmin, read: { data, error, refresh } }: TeamProps) {
  const { session } = useSession();
  const { search: term, setSearch: setTerm, sort, setSort } = useListView(mspPeopleColumns);
  const [edited, setEdited] = useState<MspTeamMember>();
  // Rows with controls take longer to draw than a key may: the letters go first.
  const found = useFoundByName(data?.team, useDeferredValue(term));
  const changes = usePersonChanges<MspTeamMember>({
    deactivate: (userId) => call(teamEndpoints.deactivateMspMember, { params: { userId: String(userId) } }),
    reactivate: (userId) => call(teamEndpoints.reactivateMspMember, { params: { userId: String(userId) } }),
    refresh,
  });
  const actions = {
    selfId: session?.userId,
    underWay: changes.underWay,
    onEdit: setEdited,
    onDelete: changes.askToRemove,
    onReactivate: changes.reactivate,
  };
  return (
    <section>
      <ListSearch label="Search by name" value={term} onValue={setTerm} found={foundPeople(found)} />
      <h2 className="card-title mb-3">Team Members{found.rows !== undefined && ` (${grouped(found.rows.length)})`}</h2>
      <Table
        label="Team Members"
        columns={mspTeamColumns(isAdmin ? actions : undefined)}
        state={peopleState(found.rows, { error, refresh })}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={setSort}
        loadingText="Loading team data..."
        skeletonRows={12}
        empty={<NoPeople term={found.term} onClear={() => setTerm('')} />}
      />
      <EditMemberDialog member={edited} onClose={() => setEdited(undefined)} />
      <RemovePersonDialog
        person={changes.leaving}
        isPending={changes.leaving !== undefined && changes.underWay.has(changes.leaving.id)}
        onClose={() => changes.askToRemove(undefined)}
        onRemove={changes.remove}
      />
    </section>
  );
}
