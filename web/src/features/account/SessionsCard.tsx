import { accountEndpoints, type OwnSession } from '@sentrywell/contract/account.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { useCall } from '../../kernel/use-call.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { formatExactly } from '../../ui/dates.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWork } from './use-work.ts';

/** Where the person is signed in, and ending what should not be. */
export function SessionsCard() {
  const { data, error, refresh } = useCall(accountEndpoints.listSessions);
  const { isPending, run } = useWork();
  const [isAsked, setAsked] = useState(false);
  const sessions = data?.sessions;
  const hasOthers = sessions?.some(({ current }) => !current) === true;

  function end({ id, browser }: OwnSession) {
    run(async () => {
      try {
        await call(accountEndpoints.endSession, { params: { sessionId: String(id) } });
      } finally {
        // It may have ended already, elsewhere or by a try whose answer was lost.
        await refresh();
      }
      showToast('good', `The session of ${browser} has ended.`);
    });
  }

  function endOthers() {
    run(async () => {
      await call(accountEndpoints.endOtherSessions);
      await refresh();
      setAsked(false);
      showToast('good', 'Your other sessions have ended.');
    });
  }

  return (
    <Card
      title="Where you are signed in"
      aside={
        hasOthers && (
          <Button size="small" onClick={() => setAsked(true)}>
            End all others
          </Button>
        )
      }
    >
      {sessions === undefined ? (
        <SessionsPlace message={error?.message} onRetry={() => void refresh()} />
      ) : (
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} isPending={isPending} onEnd={() => end(session)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        title="End all other sessions?"
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={endOthers}
        confirmLabel="End them"
        pendingLabel="Ending..."
        isPending={isPending}
        isDestructive
      >
        <p>Everywhere but here you have to log in again.</p>
      </ConfirmDialog>
    </Card>
  );
}

type PlaceProps = { readonly message: string | undefined; readonly onRetry: () => void };

function SessionsPlace({ message, onRetry }: PlaceProps) {
  if (message !== undefined) {
    return <ErrorState title="Error Loading Sessions" message={message} level={3} onRetry={onRetry} />;
  }
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-14" />
    </div>
  );
}

type RowProps = { readonly session: OwnSession; readonly isPending: boolean; readonly onEnd: () => void };

function SessionRow({ session, isPending, onEnd }: RowProps) {
  const { browser, address, createdAt, lastSeenAt, current } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon name="monitor" className="text-ink-soft" />
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {browser}
          {current && <Badge tone="good">This session</Badge>}
        </p>
        <p className="text-ink-soft">
          {address} · since <DateText value={createdAt} look="dateTime" /> · last seen{' '}
          <DateText value={lastSeenAt} look="dateTime" />
        </p>
      </div>
      {!current && (
        <Button
          size="small"
          aria-label={`End ${browser}, since ${formatExactly(createdAt)}`}
          disabled={isPending}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  );
}
