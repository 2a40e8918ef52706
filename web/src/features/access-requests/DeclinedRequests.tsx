import { accessRequestEndpoints } from '@sentrywell/contract/access-requests.ts';
import { useCall } from '../../kernel/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { grouped } from '../../ui/counted.ts';
import { DateText } from '../../ui/DateText.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { RequestRow } from './RequestRow.tsx';
import { useDecisions } from './use-decisions.ts';

/** Who was declined cannot ask again with the same address, so a decision can be taken back. Nobody: nothing is shown. */
export function DeclinedRequests({ onApproved }: { readonly onApproved: () => Promise<void> }) {
  const { data, error, refresh } = useCall(accessRequestEndpoints.listDeclinedRequests);
  const { underWay, decide } = useDecisions(onApproved);
  const requests = data?.requests ?? [];
  const total = data?.total ?? requests.length;
  if (data === undefined && error !== undefined) {
    return (
      <Card className="mt-8 p-0">
        <ErrorState
          title="Error Loading Declined Requests"
          message={error.message}
          level={3}
          onRetry={() => void refresh()}
        />
      </Card>
    );
  }
  return requests.length === 0 ? null : (
    <section className="mt-8">
      <h2 className="card-title mb-1">Declined Requests ({grouped(total)})</h2>
      <p className="mb-3 text-ink-soft">
        They cannot sign in. You can still let them in.
        {total > requests.length && ` The last ${grouped(requests.length)} are listed.`}
      </p>
      <Card className="p-0">
        <ul className="divide-y divide-line">
          {requests.map(({ id, name, email, decidedAt, decidedBy }) => (
            <RequestRow
              key={id}
              name={name}
              detail={
                <>
                  {email} · declined on <DateText value={decidedAt} /> by {decidedBy}
                </>
              }
            >
              <Button
                size="small"
                aria-label={`Approve after all ${name}`}
                disabled={underWay.has(id)}
                pending={underWay.has(id)}
                onClick={() => decide({ id, name }, 'approveAfterAll')}
              >
                Approve after all
              </Button>
            </RequestRow>
          ))}
        </ul>
      </Card>
    </section>
  );
}
