import { type AccessRequest, accessRequestEndpoints } from '@sentrywell/contract/access-requests.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { useCall } from '../../kernel/use-call.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toast.ts';

type Decision = 'approve' | 'decline';

type Props = {
  readonly mayDecide: boolean;
  /** Refreshes what an approval changes. */
  readonly onApproved: () => Promise<void>;
  readonly onDeclined: () => Promise<void>;
};

const decisions = {
  approve: { endpoint: accessRequestEndpoints.approveRequest, failed: 'Failed to approve request.' },
  decline: { endpoint: accessRequestEndpoints.declineRequest, failed: 'Failed to decline request.' },
} as const;

/** People who registered with the MSP's domain and wait to be let in (specification §2, ruling R15). */
export function PendingRequests({ mayDecide, onApproved, onDeclined }: Props) {
  const { data, error, refresh } = useCall(accessRequestEndpoints.listPendingRequests);
  const { underWay, decide } = useDecisions({ approve: onApproved, decline: onDeclined });
  const requests = data?.requests;
  return (
    <section className="mt-8">
      <h2 className="card-title mb-3">
        Pending Requests{requests !== undefined && requests.length > 0 && ` (${requests.length.toLocaleString()})`}
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

/** Several rows may be under way at once; each knows only its own. */
function useDecisions(refresh: Readonly<Record<Decision, () => Promise<void>>>) {
  const [underWay, setUnderWay] = useState<ReadonlySet<number>>(new Set());

  function mark(id: number, isUnderWay: boolean) {
    setUnderWay((current) => {
      const others = [...current].filter((other) => other !== id);
      return new Set(isUnderWay ? [...others, id] : others);
    });
  }

  async function run({ id, name }: AccessRequest, decision: Decision) {
    mark(id, true);
    try {
      await call(decisions[decision].endpoint, { params: { id: String(id) } });
      showToast('good', decision === 'approve' ? `${name} was let in.` : `The request of ${name} was declined.`);
    } catch {
      showToast('bad', decisions[decision].failed);
    }
    // Also after a failure: somebody else may have decided in the meantime.
    await refresh[decision]().catch(() => undefined);
    mark(id, false);
  }

  function decide(request: AccessRequest, decision: Decision) {
    if (!underWay.has(request.id)) {
      void run(request, decision);
    }
  }

  return { underWay, decide };
}

type RowProps = {
  readonly request: AccessRequest;
  readonly isBusy: boolean;
  readonly onDecide: ((decision: Decision) => void) | undefined;
};

function Row({ request, isBusy, onDecide }: RowProps) {
  const { name, email, createdAt } = request;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <span className="flex min-w-0 grow items-center gap-3">
        <Avatar name={name} />
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{name}</span>
          <span className="block text-ink-soft wrap-anywhere">
            {email} · asked on <DateText value={createdAt} />
          </span>
        </span>
      </span>
      {onDecide !== undefined && (
        <span className="flex gap-2 max-sm:w-full max-sm:*:grow">
          <Button
            size="small"
            variant="primary"
            aria-description={name}
            disabled={isBusy}
            pending={isBusy}
            onClick={() => onDecide('approve')}
          >
            Approve
          </Button>
          <Button
            size="small"
            aria-description={name}
            disabled={isBusy}
            pending={isBusy}
            onClick={() => onDecide('decline')}
          >
            Decline
          </Button>
        </span>
      )}
    </li>
  );
}

function LoadingRows() {
  return (
    <div role="status" className="space-y-3 p-4">
      <span className="sr-only">Loading team data...</span>
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}
