import type { AuditEntryShown } from '@sentrywell/contract/audit-log.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { DateText } from '../../ui/DateText.tsx';
import type { Column } from '../../ui/table-types.ts';

/** The four columns of specification §2. What failed or was refused says so beside its text. */
export const auditColumns: ReadonlyArray<Column<AuditEntryShown>> = [
  {
    key: 'at',
    header: 'Date & Time',
    width: 'lg:w-48',
    cell: ({ occurredAt }) => <DateText value={occurredAt} look="dateTime" />,
  },
  {
    key: 'log',
    header: 'Log',
    onPhone: 'name',
    cell: ({ log, result, organizationName }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 font-normal wrap-anywhere">
        {log}
        {result === 'failure' && <Badge tone="warning">Failed</Badge>}
        {result === 'refused' && <Badge tone="bad">Refused</Badge>}
        {organizationName !== null && (
          <Badge tone="neutral" icon="building" wraps>
            {organizationName}
          </Badge>
        )}
      </span>
    ),
  },
  {
    key: 'user',
    header: 'User',
    width: 'lg:w-56',
    cell: ({ user }) => (
      <span className="inline-flex min-w-0 items-center gap-2.5">
        <Avatar name={user} size="small" />
        {/* Broken anywhere, a narrow table would break a name after two letters. */}
        <span className="min-w-24 wrap-anywhere">{user}</span>
      </span>
    ),
  },
  { key: 'category', header: 'Category', width: 'lg:w-44', cell: ({ category }) => category },
];
