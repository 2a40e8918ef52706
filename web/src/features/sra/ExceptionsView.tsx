import type { AssessmentException } from '@sentrywell/contract/assessment.ts';
import { placeName } from '@sentrywell/contract/setting-words.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { useCall } from '../../kernel/use-call.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Table } from '../../ui/Table.tsx';
import { tableStateOf } from '../../ui/table-state.ts';
import type { Column } from '../../ui/table-types.ts';
import { showToast } from '../../ui/toast.ts';
import { LaterNote } from './AcceptedNote.tsx';
import { useRefreshExceptions } from './use-refresh-exceptions.ts';

/** Findings that somebody accepted: in force, expired and ended ones. */
export function ExceptionsView({ organizationId }: { readonly organizationId: string }) {
  const { data, error, refresh } = useCall(sraEndpoints.listExceptions, { params: { id: organizationId } });
  const [ending, setEnding] = useState<AssessmentException>();
  return (
    <>
      <Table
        label="Accepted findings"
        columns={columnsWith(setEnding)}
        state={tableStateOf({ rows: data?.exceptions, error, refresh, title: 'Error Loading Exceptions' })}
        rowKey={({ id }) => id}
        loadingText="Loading accepted findings..."
        skeletonRows={3}
        empty={
          <EmptyState icon="handshake" title="No accepted findings">
            <p>
              A finding that cannot be mended for now can be accepted: open it under Policies, and say why, what is done
              instead, and until when.
            </p>
          </EmptyState>
        }
      />
      <EndDialog organizationId={organizationId} exception={ending} onClose={() => setEnding(undefined)} />
    </>
  );
}

function columnsWith(onEnd: (exception: AssessmentException) => void): ReadonlyArray<Column<AssessmentException>> {
  return [
    { key: 'title', header: 'Finding', onPhone: 'name', cell: Finding, sortBy: ({ title }) => title },
    { key: 'why', header: 'Reason and measure', cell: Why },
    { key: 'by', header: 'Accepted by', cell: AcceptedBy, sortBy: ({ createdAt }) => createdAt },
    { key: 'state', header: 'Until', cell: Until, sortBy: ({ expiresAt }) => expiresAt },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      onPhone: 'side',
      align: 'end',
      cell: (exception) =>
        exception.state === 'in-force' && (
          <Button size="small" onClick={() => onEnd(exception)}>
            End<span className="sr-only"> the exception for {exception.title}</span>
          </Button>
        ),
    },
  ];
}

function Finding({ title, target }: AssessmentException) {
  return (
    <span className="wrap-anywhere">
      <span className="block font-medium">{title}</span>
      <span className="block text-[0.8125rem] text-ink-soft">{placeName(target)}</span>
    </span>
  );
}

function Why({ reason, compensatingMeasure }: AssessmentException) {
  return (
    <span className="block max-w-96 min-w-0 wrap-anywhere">
      <span className="block">{reason}</span>
      <span className="block text-[0.8125rem] text-ink-soft">Instead: {compensatingMeasure}</span>
    </span>
  );
}

function AcceptedBy({ acceptedBy, createdAt }: AssessmentException) {
  return (
    <span>
      <span className="block">{acceptedBy}</span>
      <span className="block text-[0.8125rem] text-ink-soft">
        <DateText value={createdAt} />
      </span>
    </span>
  );
}

function Until(exception: AssessmentException) {
  const { state, expiresAt, endedAt, endedBy } = exception;
  if (state === 'ended') {
    return (
      <span>
        <Badge tone="neutral">Ended</Badge>
        <span className="mt-0.5 block text-[0.8125rem] text-ink-soft">
          <DateText value={endedAt} /> {endedBy !== null && `by ${endedBy}`}
        </span>
      </span>
    );
  }
  return (
    <span>
      {state === 'in-force' ? (
        <Badge tone="info" icon="handshake">
          In force
        </Badge>
      ) : (
        <Badge tone="warning" icon="clock">
          Expired
        </Badge>
      )}
      <span className="mt-0.5 block text-[0.8125rem] text-ink-soft">
        <DateText value={expiresAt} />
        <LaterNote exception={exception} />
      </span>
    </span>
  );
}

type EndProps = {
  readonly organizationId: string;
  readonly exception: AssessmentException | undefined;
  readonly onClose: () => void;
};

function EndDialog({ organizationId, exception, onClose }: EndProps) {
  const refresh = useRefreshExceptions();
  const [isPending, setPending] = useState(false);

  async function end(exceptionId: number) {
    setPending(true);
    try {
      await call(sraEndpoints.endException, { params: { id: organizationId, exceptionId: String(exceptionId) } });
      showToast('good', 'Exception ended.');
    } catch (error) {
      showToast('bad', failureWords(error, 'The exception could not be ended.'));
    }
    await refresh();
    setPending(false);
    onClose();
  }

  return (
    <ConfirmDialog
      title={`End the exception for ${exception?.title ?? ''}?`}
      isOpen={exception !== undefined}
      onClose={onClose}
      onConfirm={() => exception !== undefined && void end(exception.id)}
      confirmLabel="End exception"
      pendingLabel="Ending..."
      isPending={isPending}
      isDestructive
    >
      <p>The finding counts as open again at once. The exception stays in this list, with who ended it.</p>
    </ConfirmDialog>
  );
}
