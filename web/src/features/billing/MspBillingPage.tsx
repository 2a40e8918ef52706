import { type BilledOrganization, billingEndpoints, type MspBilling } from '@sentrywell/contract/billing.ts';
import { useState } from 'react';
import { addressOf, type CallFailed } from '../../kernel/call.ts';
import { useCall } from '../../kernel/use-call.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { counted, grouped } from '../../ui/counted.ts';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { money, monthName } from '../../ui/figures.ts';
import { LineChart } from '../../ui/LineChart.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RevenueCard } from '../../ui/RevenueCard.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { Table } from '../../ui/Table.tsx';
import { useListView } from '../../ui/use-list-view.ts';
import { feeColumns, plainFeeColumns } from './fee-columns.tsx';
import { FeeDialog } from './FeeDialog.tsx';

/** /msp/billing: what was agreed with each organization. */
export function MspBillingPage() {
  const { data, error, refresh } = useCall(billingEndpoints.findMspBilling);
  const [edited, setEdited] = useState<BilledOrganization>();
  const { sort, setSort } = useListView(plainFeeColumns);
  if (data === undefined && error !== undefined) {
    return <Failure error={error} onRetry={() => void refresh()} />;
  }
  return (
    <>
      <PageHeader
        title="Billing"
        subtitle="The monthly fees agreed with your organizations"
        actions={<DownloadButton href={addressOf(billingEndpoints.exportMspBilling)}>Export CSV</DownloadButton>}
      />
      <Banner tone="info" className="mb-6">
        Sentrywell keeps what was agreed. It takes no payments and writes no invoices: those are made elsewhere.
      </Banner>
      <Revenue data={data} />
      <Table
        label="Fees of organizations"
        columns={feeColumns(setEdited)}
        state={data === undefined ? { kind: 'loading' } : { kind: 'ready', rows: data.organizations }}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={setSort}
        loadingText="Loading billing..."
        empty={
          <EmptyState icon="building" title="No Organizations Available">
            <p>Invite an organization first; its fee is agreed here.</p>
          </EmptyState>
        }
      />
      {edited !== undefined && (
        <FeeDialog organization={edited} onClose={() => setEdited(undefined)} onSaved={() => refresh()} />
      )}
    </>
  );
}

function Failure({ error, onRetry }: { readonly error: CallFailed; readonly onRetry: () => void }) {
  return error.status === 404 ? (
    <EmptyState icon="card" title="No billing here" level={1}>
      <p>Billing belongs to an MSP. Sign in as one of its administrators to see it.</p>
    </EmptyState>
  ) : (
    <ErrorState title="Error Loading Billing" message={error.message} onRetry={onRetry} level={1} />
  );
}

/** Those that the revenue counts. */
function payingOf({ organizations }: MspBilling): number {
  return organizations.filter(({ status, fee }) => status === 'active' && fee !== null).length;
}

function Revenue({ data }: { readonly data: MspBilling | undefined }) {
  return (
    <div className="mb-6 grid gap-6 xl:grid-cols-[18rem_1fr]">
      <div className="grid gap-4 sm:max-xl:grid-cols-2">
        <RevenueCard revenue={data?.revenue} />
        <StatCard
          label="Organizations with a fee"
          icon="building"
          value={data && grouped(payingOf(data))}
          note={data === undefined ? '' : `of ${counted(data.organizations.length, 'organization', 'organizations')}`}
          hint="Active organizations whose agreed fee is in force today"
          className="enter-card-second"
        />
      </div>
      <Card title="Revenue by month" className="enter-card-second">
        {data === undefined ? (
          <Skeleton className="h-65" />
        ) : (
          <LineChart
            label="Revenue by month"
            head={['Month', 'Revenue']}
            points={data.revenueByMonth.map(({ month, cents }) => ({ label: monthName(month), value: cents / 100 }))}
            format={(dollars) => money(Math.round(dollars * 100))}
            emptyText="No fee has been agreed yet."
          />
        )}
      </Card>
    </div>
  );
}
