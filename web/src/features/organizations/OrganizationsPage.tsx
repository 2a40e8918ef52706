import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { badgeRoleName, type Role } from '@sentrywell/contract/permissions.ts';
import { useState } from 'react';
import { addressOf } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { useSession } from '../../kernel/session.tsx';
import { useCall } from '../../kernel/use-call.ts';
import { type Found, useFoundByName } from '../../kernel/use-found-by-name.ts';
import { Badge } from '../../ui/Badge.tsx';
import { BelowLists } from '../../ui/BelowLists.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { grouped } from '../../ui/counted.ts';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ListSearch } from '../../ui/ListSearch.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import { tableStateOf } from '../../ui/table-state.ts';
import { useListView } from '../../ui/use-list-view.ts';
import { useSorted } from '../../ui/use-sorted.ts';
import { MspInvitations } from '../invitations/MspInvitations.tsx';
import { InviteOrganizationDialog } from './InviteOrganizationDialog.tsx';
import { organizationColumns } from './organization-columns.tsx';

/** /msp/tenants (specification §2, 'Organizations list'). */
export function OrganizationsPage() {
  const read = useCall(organizationEndpoints.listTenants);
  const { data, error, refresh } = read;
  const { search: term, setSearch: setTerm, sort, setSort } = useListView(organizationColumns);
  const [isInviting, setInviting] = useState(false);
  const { isRootUser, role, mayInvite } = useRole();
  // Put in order once for all keys: the table then finds what is left in order already.
  const found = useFoundByName(useSorted(data?.tenants, organizationColumns, sort), term);
  const isSearching = found.term !== '';

  return (
    <>
      <PageHeader
        title="Organizations"
        badge={
          <Badge tone="info" icon="user">
            Logged in as {isRootUser ? 'Root User' : badgeRoleName(role)}
          </Badge>
        }
        actions={
          <>
            <DownloadButton href={addressOf(organizationEndpoints.exportTenants, { query: { search: term } })}>
              Export CSV
            </DownloadButton>
            {mayInvite && (
              <Button variant="primary" icon="plus" onClick={() => setInviting(true)}>
                Invite Organization
              </Button>
            )}
          </>
        }
      />
      <AccessLevel role={role} isRootUser={isRootUser} count={data?.tenants.length} hasFailed={error !== undefined} />
      <ListSearch label="Search organizations" value={term} onValue={setTerm} found={foundOrganizations(found)} />
      <Table
        label="Organizations"
        columns={organizationColumns}
        state={tableStateOf({
          rows: found.rows,
          error,
          refresh,
          title: 'Error Loading Organizations',
          message: (failure) => failureWords(failure, 'Failed to fetch organizations'),
        })}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/org/${id}/dashboard`}
        sort={sort}
        onSort={setSort}
        loadingText="Loading organizations..."
        skeletonRows={12}
        empty={<NoOrganizations isSearching={isSearching} onClear={() => setTerm('')} />}
      />
      <BelowLists lists={[read]}>{mayInvite && <MspInvitations kind="organization" hidesEmpty />}</BelowLists>
      {mayInvite && <InviteOrganizationDialog isOpen={isInviting} onClose={() => setInviting(false)} />}
    </>
  );
}

function foundOrganizations({ term, rows }: Found<unknown>): string {
  return term === '' || rows === undefined ? '' : `${grouped(rows.length)} organization(s) found for "${term}"`;
}

/** 'Invite Organization' is for MSP_SUPER_ADMIN (and root) only. */
function useRole() {
  const { subject } = useSession();
  const isRootUser = subject?.isRootUser === true;
  return { isRootUser, role: subject?.role, mayInvite: isRootUser || subject?.role === 'MSP_SUPER_ADMIN' };
}

type AccessLevelProps = {
  readonly role: Role | undefined;
  readonly isRootUser: boolean;
  readonly count: number | undefined;
  readonly hasFailed: boolean;
};

function AccessLevel({ role, isRootUser, count, hasFailed }: AccessLevelProps) {
  if (count === undefined && hasFailed) {
    return null;
  }
  return (
    <Card className="mb-6 flex items-center gap-3 py-4">
      <Icon name="shieldCheck" className="text-primary" />
      {isRootUser ? (
        <p>You have access to all organizations (Root User)</p>
      ) : (
        // As long while the number is still to come, so that it breaks into the same lines.
        <p>
          Your role ({badgeRoleName(role)}) has access to{' '}
          {count === undefined ? (
            <span className="inline-block w-5 align-middle">
              <Skeleton className="h-[1em]" />
            </span>
          ) : (
            grouped(count)
          )}{' '}
          organization(s)
        </p>
      )}
    </Card>
  );
}

function NoOrganizations({ isSearching, onClear }: { readonly isSearching: boolean; readonly onClear: () => void }) {
  return isSearching ? (
    <EmptyState icon="search" title="No Organizations Found" action={<Button onClick={onClear}>Clear search</Button>}>
      <p>No organization’s name contains what you typed.</p>
    </EmptyState>
  ) : (
    <EmptyState icon="building" title="No Organizations Available">
      <p>No organizations are available for your role</p>
    </EmptyState>
  );
}
