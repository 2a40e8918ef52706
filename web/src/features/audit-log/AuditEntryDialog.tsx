import type { AuditEntryDetails } from '@sentrywell/contract/audit-log.ts';
import type { ReactNode } from 'react';
import type { CallFailed } from '../../kernel/call.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { grouped } from '../../ui/counted.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type AuditSource, useAuditEntry } from './audit-source.ts';

type Props = { readonly source: AuditSource; readonly seq: string; readonly onClose: () => void };

/** Every field of one entry, and its place in the chain. */
export function AuditEntryDialog({ source, seq, onClose }: Props) {
  const { data, error, refresh } = useAuditEntry(source, seq);
  return (
    <Dialog title={`Entry ${grouped(Number(seq))}`} isOpen={seq !== ''} onClose={onClose} size="large">
      {data === undefined && error !== undefined && <Failure error={error} onRetry={() => void refresh()} />}
      {data === undefined && error === undefined && <Skeleton className="h-72" />}
      {data !== undefined && <Details {...data} />}
    </Dialog>
  );
}

/** What is not there is not asked for again. */
function Failure({ error, onRetry }: { readonly error: CallFailed; readonly onRetry: () => void }) {
  return error.status === 404 ? (
    <Banner tone="bad">{error.message}</Banner>
  ) : (
    <ErrorState title="Error Loading Entry" message={error.message} level={3} onRetry={onRetry} />
  );
}

const resultWords = { success: 'Success', failure: 'Failed', refused: 'Refused' } as const;
const resultTones = { success: 'good', failure: 'warning', refused: 'bad' } as const;

function Details({ entry, chain }: AuditEntryDetails) {
  return (
    <>
      <ChainMark {...chain} />
      <p className="my-4 text-base font-medium wrap-anywhere">{entry.log}</p>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Field name="Date & Time">
          <DateText value={entry.occurredAt} look="dateTime" />
        </Field>
        <Field name="User">{entry.user}</Field>
        <Field name="Category">{entry.category}</Field>
        <Field name="Result">
          <Badge tone={resultTones[entry.result]}>{resultWords[entry.result]}</Badge>
        </Field>
        <Field name="Organization">
          {entry.organizationName ?? (entry.organizationId === null ? '-' : `Organization ${entry.organizationId}`)}
        </Field>
        <Field name="Concerns">{entry.targetType === null ? '-' : `${entry.targetType} ${entry.targetId ?? ''}`}</Field>
        <Field name="Address">{entry.address === '' ? '-' : entry.address}</Field>
        <Field name="Request">{entry.requestId === '' ? '-' : entry.requestId}</Field>
        <Field name="Browser" isWide>
          {entry.userAgent === '' ? '-' : entry.userAgent}
        </Field>
        <Field name="Position in the chain" isWide>
          {grouped(entry.seq)} of {grouped(chain.length)}
        </Field>
        <Field name="Hash (SHA-256)" isWide>
          <code className="text-xs">{entry.hash}</code>
        </Field>
        <Field name="Hash of the entry before" isWide>
          <code className="text-xs">{entry.previousHash}</code>
        </Field>
      </dl>
    </>
  );
}

function ChainMark({ verified, reason, checkpointedAt }: AuditEntryDetails['chain']) {
  if (!verified) {
    return <Banner tone="bad">This entry does not fit into its chain. {reason}</Banner>;
  }
  return (
    <Banner tone="good">
      Verified: the hash was computed again from every field, and the entry before it fits.{' '}
      {checkpointedAt === null ? (
        'A signed checkpoint follows within a minute.'
      ) : (
        <>
          Covered by a signed checkpoint of <DateText value={checkpointedAt} look="dateTime" />.
        </>
      )}
    </Banner>
  );
}

function Field({
  name,
  isWide = false,
  children,
}: {
  readonly name: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={isWide ? 'sm:col-span-2' : undefined}>
      <dt className="text-[0.8125rem] text-ink-soft">{name}</dt>
      <dd className="figures wrap-anywhere">{children}</dd>
    </div>
  );
}
