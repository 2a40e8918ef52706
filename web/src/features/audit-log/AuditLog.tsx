import type { AuditPage } from '@sentrywell/contract/audit-log.ts';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { OrganizationNotFound } from '../../ui/OrganizationNotFound.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Table } from '../../ui/Table.tsx';
import { tableStateOf } from '../../ui/table-state.ts';
import { auditColumns } from './audit-columns.tsx';
import { type AuditView, pageSize, queryOf, showing, viewOf } from './audit-filters.ts';
import { type AuditSource, useAuditPage } from './audit-source.ts';
import { AuditCards } from './AuditCards.tsx';
import { AuditEntryDialog } from './AuditEntryDialog.tsx';
import { AuditToolbar } from './AuditToolbar.tsx';
import { useWayBack } from './use-way-back.ts';

type AuditLogProps = { readonly source: AuditSource; readonly documentTitle: string };

/** The audit log (specification §2, 'Audit logs'), the same for an MSP and an organization. Its filters stand in the address. */
export function AuditLog({ source, documentTitle }: AuditLogProps) {
  const [query, setQuery] = useSearchParams();
  const view = viewOf(query);
  // Drawn at once: a change of another filter meanwhile would begin from the address before, and take this one back.
  const show = (next: Partial<AuditView>) =>
    setQuery(queryOf({ ...view, ...next }), { replace: true, preventScrollReset: true, flushSync: true });
  const { data, error, isLoading, refresh } = useAuditPage(source, view);
  const entries = useRef<HTMLDivElement>(null);
  const closeEntry = useWayBack(() => show({ entry: '' }));

  function turnTo(page: number) {
    show({ page, cursor: (page > view.page ? data?.olderCursor : data?.newerCursor) ?? '' });
    entries.current?.scrollIntoView();
  }

  if (data === undefined && error?.code === 'organization.not_found') {
    return <OrganizationNotFound />;
  }
  return (
    <>
      <PageHeader
        title="Audit Logs"
        documentTitle={documentTitle}
        subtitle="Every change, sign-in, refused access and export. Nothing here can be altered."
      />
      <AuditCards source={source} />
      <AuditToolbar
        source={source}
        view={view}
        total={data?.total.count}
        // A filter that changes begins at the newest page again.
        onView={(next) => show({ ...next, cursor: '', page: 1, entry: '' })}
      />
      <div
        ref={entries}
        aria-busy={isLoading}
        className={isLoading && data !== undefined ? 'opacity-60 transition-opacity' : undefined}
      >
        <Table
          label="Audit log"
          columns={auditColumns}
          state={tableStateOf({ rows: data?.entries, error, refresh, title: 'Error Loading Audit Logs' })}
          rowKey={({ seq }) => seq}
          rowLink={({ seq }) => `?${queryOf({ ...view, entry: String(seq) })}`}
          loadingText="Loading audit logs..."
          skeletonRows={10}
          empty={nothingFound}
        />
      </div>
      {data !== undefined && (
        <Pagination
          text={showing(view.page, data.entries.length, data.total)}
          label="Audit log pages"
          page={view.page}
          pageCount={pageCount(view.page, data, isLoading)}
          onPage={turnTo}
        />
      )}
      <AuditEntryDialog source={source} seq={view.entry} onClose={closeEntry} />
    </>
  );
}

const nothingFound = (
  <EmptyState icon="list" title="No audit logs found.">
    <p>No entry matches these filters.</p>
  </EmptyState>
);

/** As many pages as the count says, and one more than this while there is an older one; `data` is of the page before while this one loads. */
function pageCount(page: number, { olderCursor, total }: AuditPage, isLoading: boolean): number {
  if (olderCursor === null && !isLoading) {
    return page;
  }
  return Math.max(olderCursor === null ? page : page + 1, Math.ceil(total.count / pageSize));
}
