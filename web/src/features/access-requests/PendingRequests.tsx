import { type AccessRequest, accessRequestEndpoints } from '@sentrywell/contract/access-requests.ts';
import { useCall } from '../../kernel/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { grouped } from '../../ui/counted.ts';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { RequestRow } from './RequestRow.tsx';
import { type Decision, useDecisions } from './use-decisions.ts';

type Props = {
  readonly mayDecide: boolean;
  /** Refreshes what an approval changes. */
  readonly onApproved: () => Promise<void>;
  readonly onDeclined: () => Promise<void>;
};

/** People who registered with the MSP's domain and wait to be let in (specification §2, ruling R15). */
export function PendingRequests({ mayDecide, onApproved, onDeclined }: Props) {
  const { data, error, refresh } = useCall(accessRequestEndpoints.listPendingRequests);
  const { underWay, decide } = useDecisions((decision) => (decision === 'approve' ? onApproved() : onDeclined()));
  const requests = data?.requests;
  return (
    <section className="mt-8">
      <h2 className="card-title mb-3">
        Pending Requests{requests !== undefined && requests.length > 0 && ` (${grouped(requests.length)})`}
      </h2>
      <Card className="p-0">
        {requests === undefined &&
          (error === undefined ? (
            <LoadingRows />
          ) : (
            <ErrorState
              title="Error Loading Requests"
              message={`Error loading team data: ${error.message}`}
              level={3}
              onRetry={() => void refresh()}
            />
          ))}
        {requests?.length === 0 && (
          <EmptyState icon="checkCircle" title="No Pending Requests" level={3}>
            <p>There are no pending requests at this time.</p>
          </EmptyState>
        )}
        {requests !== undefined && requests.length > 0 && (
          <ul className="divide-y divide-line">
            {requests.map((request) => (
              <Row
                key={request.id}
                request={request}
                isBusy={underWay.has(request.id)}
                onDecide={mayDecide ? (decision) => decide(request, decision) : undefined}
              />
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}

type RowProps = {
  readonly request: AccessRequest;
  readonly isBusy: boolean;
  readonly onDecide: ((decision: Decision) => void) | undefined;
};

function Row({ request: { name, email, createdAt }, isBusy, onDecide }: RowProps) {
  return (
    <RequestRow
      name={name}
      detail={
        <>
          {email} · asked on <DateText value={createdAt} />
        </>
      }
    >
      {onDecide !== undefined && (
        <>
          <Button
            size="small"
            variant="primary"
            aria-label={`Approve ${name}`}
            disabled={isBusy}
            pending={isBusy}
            onClick={() => onDecide('approve')}
          >
            Approve
          </Button>
          <Button
            size="small"
            aria-label={`Decline ${name}`}
            disabled={isBusy}
            pending={isBusy}
            onClick={() => onDecide('decline')}
          >
            Decline
          </Button>
        </>
      )}
    </RequestRow>
  );
}

function LoadingRows() {
  return (
    <div role="status" className="space-y-3 p-4">
      <span className="sr-only">Loading pending requests...</span>
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}
