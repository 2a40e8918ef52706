import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { searchable } from '@sentrywell/contract/search.ts';
import { useCall } from '../../kernel/use-call.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MultiSelect } from '../../ui/MultiSelect.tsx';

type TenantSelectProps = {
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
};

/** A new MSP has none to assign, and nobody is invited without one: say what comes first. */
function emptyText(count: number | undefined): string {
  if (count === undefined) {
    return 'Loading organizations...';
  }
  return count === 0
    ? 'No organizations yet. Invite one first, on the page Tenants: everybody is assigned at least one.'
    : 'No organizations found';
}

/** Which organizations somebody looks after: name, domain and ID of each (specification §2). */
export function TenantSelect({ selected, onSelected }: TenantSelectProps) {
  const { data, error, refresh } = useCall(organizationEndpoints.listTenants);
  if (data === undefined && error !== undefined) {
    return (
      <ErrorState
        title="Error Loading Organizations"
        message={`Error loading team data: ${error.message}`}
        level={3}
        onRetry={() => void refresh()}
      />
    );
  }
  return (
    <MultiSelect
      label="Assign Tenants"
      options={(data?.tenants ?? []).map(({ id, name, domainName }) => ({
        id: String(id),
        title: name,
        detail: `ID ${id} · ${domainName}`,
      }))}
      selected={selected}
      onSelected={onSelected}
      help="Hold Ctrl or Cmd to select several, or just press one after the other."
      searchLabel="Search organizations"
      searchable={searchable}
      emptyText={emptyText(data?.tenants.length)}
    />
  );
}
