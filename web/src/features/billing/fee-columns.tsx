import type { BilledOrganization } from '@sentrywell/contract/billing.ts';
import { Button } from '../../ui/Button.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { money } from '../../ui/figures.ts';
import type { Column } from '../../ui/table-types.ts';
import { OrganizationStatus } from '../../ui/OrganizationStatus.tsx';
import { dayText } from './day-text.ts';

type FeeColumn = Column<BilledOrganization>;

export const plainFeeColumns: readonly FeeColumn[] = [
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
    isSpare: true,
    cell: ({ domainName }) => <DomainText domain={domainName} />,
    sortBy: ({ domainName }) => domainName,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <OrganizationStatus status={status} />,
    sortBy: ({ status }) => status,
  },
  {
    key: 'fee',
    header: 'Monthly fee',
    align: 'end',
    cell: (organization) => <FeeText {...organization} />,
    sortBy: ({ fee }) => fee?.monthlyCents ?? null,
  },
  {
    key: 'since',
    header: 'Since',
    cell: ({ fee }) => (fee === null ? '-' : <span className="whitespace-nowrap">{dayText(fee.startsOn)}</span>),
    sortBy: ({ fee }) => fee?.startsOn ?? null,
  },
];

function FeeText({ fee, next }: Pick<BilledOrganization, 'fee' | 'next'>) {
  return (
    <span className="figures">
      {fee === null ? <span className="text-ink-soft">None agreed</span> : money(fee.monthlyCents)}
      {next !== null && (
        <span className="block text-xs text-ink-soft">
          {money(next.monthlyCents)} from {dayText(next.startsOn)}
        </span>
      )}
    </span>
  );
}

export function feeColumns(onEdit: (organization: BilledOrganization) => void): readonly FeeColumn[] {
  return [
    ...plainFeeColumns,
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (organization) => (
        <Button
          size="small"
          variant="quiet"
          icon="edit"
          className="max-sm:-ml-2.5 sm:-mr-2.5"
          aria-label={`Change fee of ${organization.name}`}
          onClick={() => onEdit(organization)}
        >
          Change fee
        </Button>
      ),
    },
  ];
}
