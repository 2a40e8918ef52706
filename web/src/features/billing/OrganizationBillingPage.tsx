import { billingEndpoints, type OrganizationBilling } from '@sentrywell/contract/billing.ts';
import { useParams } from 'react-router';
import { useCall } from '../../kernel/use-call.ts';
import { useOrganizationTitle } from '../../kernel/use-organization-title.ts';
import { Banner } from '../../ui/Banner.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { Table } from '../../ui/Table.tsx';
import type { Column } from '../../ui/table-types.ts';
import { money } from '../../ui/figures.ts';
import { dayText } from './day-text.ts';

type PastFee = OrganizationBilling['history'][number];

const columns: ReadonlyArray<Column<PastFee>> = [
  { key: 'from', header: 'From', onPhone: 'name', cell: ({ startsOn }) => dayText(startsOn) },
  { key: 'to', header: 'Until', cell: ({ endsOn }) => (endsOn === null ? 'Until further notice' : dayText(endsOn)) },
  {
    key: 'fee',
    header: 'Monthly fee',
    align: 'end',
    onPhone: 'side',
    cell: ({ monthlyCents }) => <span className="figures">{money(monthlyCents)}</span>,
  },
];

/** /org/{id}/billing: what the organization pays, since when, and what it paid before. */
export function OrganizationBillingPage() {
  const { id = '' } = useParams();
  const { data, error, refresh } = useCall(billingEndpoints.findOrganizationBilling, { params: { id } });
  const documentTitle = useOrganizationTitle('Billing', id);
  if (data === undefined && error !== undefined) {
    return (
      <ErrorState title="Error Loading Billing" message={error.message} onRetry={() => void refresh()} level={1} />
    );
  }
  return (
    <>
      <PageHeader title="Billing" documentTitle={documentTitle} subtitle={payee(data)} />
      <Banner tone="info" className="mb-6">
        {invoicing(data)}
      </Banner>
      <div className="mb-6 grid gap-4 sm:grid-cols-2">
        <StatCard
          label="Monthly fee"
          icon="card"
          value={data && shownOr(data.fee, ({ monthlyCents }) => money(monthlyCents))}
          note={feeNote(data)}
          className="enter-card"
        />
        <StatCard
          label="Since"
          icon="calendar"
          value={data && shownOr(data.fee, ({ startsOn }) => dayText(startsOn))}
          note={sinceNote(data)}
          className="enter-card-second"
        />
      </div>
      <h2 className="card-title mb-3">History</h2>
      <Table
        label="Fees over time"
        columns={columns}
        state={data === undefined ? { kind: 'loading' } : { kind: 'ready', rows: data.history }}
        rowKey={({ startsOn }) => startsOn}
        skeletonRows={2}
        empty={
          <EmptyState icon="card" title="No fee agreed" level={3}>
            <p>Nothing has been agreed with your organization yet.</p>
          </EmptyState>
        }
      />
    </>
  );
}

function invoicing(data: OrganizationBilling | undefined): string {
  return data?.mspName === null
    ? 'Your organization is looked after by no MSP, so there is nobody to pay. Sentrywell itself takes no payments.'
    : `Sentrywell shows what was agreed. It takes no payments: invoices are made by ${data?.mspName ?? 'your MSP'}, elsewhere.`;
}

function payee(data: OrganizationBilling | undefined): string {
  return data === undefined || data.mspName === null
    ? 'What your organization pays'
    : `What your organization pays to ${data.mspName}`;
}

function shownOr<Value>(value: Value | null, shown: (value: Value) => string): string {
  return value === null ? '--' : shown(value);
}

/** Nothing is said of a fee before it is known. */
function feeNote(data: OrganizationBilling | undefined): string {
  const next = data?.next ?? null;
  if (next !== null) {
    return `${money(next.monthlyCents)} from ${dayText(next.startsOn)}`;
  }
  if (data === undefined) {
    return '';
  }
  return data.fee === null ? 'None agreed' : 'In force today';
}

function sinceNote(data: OrganizationBilling | undefined): string {
  if (data === undefined) {
    return '';
  }
  return data.fee === null ? 'No fee in force yet' : 'The first day of this fee';
}
