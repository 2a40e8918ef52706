import { type BilledOrganization, billingEndpoints } from '@sentrywell/contract/billing.ts';
import { useState } from 'react';
import { addressOf } from '../../kernel/call.ts';
import { useCall } from '../../kernel/use-call.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LineChart } from '../../ui/LineChart.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { Table } from '../../ui/Table.tsx';
import type { Column } from '../../ui/table-types.ts';
import { change, money, monthName } from '../../ui/figures.ts';
import { dayText } from './day-text.ts';
import { FeeDialog } from './FeeDialog.tsx';

/** /msp/billing: what was agreed with each organization. */
export function MspBillingPage() {
  const { data, error, refresh } = useCall(billingEndpoints.findMspBilling);
  const [edited, setEdited] = useState<BilledOrganization>();
  if (data === undefined && error !== undefined) {
    return error.status === 404 ? (
      <EmptyState icon="card" title="No billing here" level={1}>
        <p>Billing belongs to an MSP. Sign in as one of its administrators to see it.</p>
      </EmptyState>
    ) : (
      <ErrorState title="Error Loading Billing" message={error.message} onRetry={() => void refresh()} level={1} />
    );
  }
  const revenue = data?.revenue;
  const percent = revenue?.changePercent ?? null;
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
      <div className="mb-6 grid gap-6 xl:grid-cols-[18rem_1fr]">
        <StatCard
          label="Monthly Revenue"
          icon="card"
          value={revenue === undefined ? undefined : money(revenue.monthlyCents)}
          note={percent === null ? 'Nothing to compare with last month' : `${change(percent)} from last month`}
          hint="The fees in force today of the organizations that are active"
          className="enter-card"
        />
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
      <Table
        label="Fees of organizations"
        columns={columnsWith(setEdited)}
        state={data === undefined ? { kind: 'loading' } : { kind: 'ready', rows: data.organizations }}
        rowKey={({ id }) => id}
        loadingText="Loading billing..."
        empty={
          <EmptyState icon="building" title="No Organizations Available">
            <p>Invite an organization first; its fee is agreed here.</p>
          </EmptyState>
        }
      />
      {edited !== undefined && (
        <FeeDialog
          organization={edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            void refresh();
          }}
        />
      )}
    </>
  );
}

function columnsWith(onEdit: (organization: BilledOrganization) => void): ReadonlyArray<Column<BilledOrganization>> {
  return [
    {
      key: 'name',
      header: 'Organization',
      onPhone: 'name',
      cell: ({ name }) => name,
      sortBy: ({ name }) => name.toLocaleLowerCase(),
    },
    {
      key: 'domain',
      header: 'Domain',
      onPhone: 'hide',
      cell: ({ domainName }) => domainName,
      sortBy: ({ domainName }) => domainName,
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => <span className="capitalize">{status}</span>,
      sortBy: ({ status }) => status,
    },
    {
      key: 'fee',
      header: 'Monthly fee',
      align: 'end',
      cell: ({ fee, next }) => (
        <span className="figures">
          {fee === null ? <span className="text-ink-soft">None agreed</span> : money(fee.monthlyCents)}
          {next !== null && (
            <span className="block text-xs text-ink-soft">
              {money(next.monthlyCents)} from {dayText(next.startsOn)}
            </span>
          )}
        </span>
      ),
      sortBy: ({ fee }) => fee?.monthlyCents ?? null,
    },
    {
      key: 'since',
      header: 'Since',
      cell: ({ since }) => (since === null ? '-' : dayText(since)),
      sortBy: ({ since }) => since,
    },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (organization) => (
        <Button
          size="small"
          icon="edit"
          aria-label={`Change the fee of ${organization.name}`}
          onClick={() => onEdit(organization)}
        >
          Change fee
        </Button>
      ),
    },
  ];
}
