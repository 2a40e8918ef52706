import type { AssessmentException, ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** Why a finding is or was accepted, what is done instead, and until when; nothing where it never was. */
export function AcceptedNote({ policy: { exception, idleException, expired } }: { readonly policy: ShownPolicy }) {
  const known = exception ?? idleException ?? expired;
  if (known === null) {
    return null;
  }
  const hasExpired = known === expired;
  return (
    <div className="flex items-start gap-2.5 rounded-lg border border-line bg-surface px-3.5 py-3">
      <Icon name={hasExpired ? 'clock' : 'handshake'} className={hasExpired ? 'text-warning' : 'text-primary'} />
      <div className="min-w-0 space-y-1 wrap-anywhere">
        <p className="font-medium">
          {hasExpired ? 'Was accepted' : 'Accepted'} by {known.acceptedBy} until <DateText value={known.expiresAt} />
          {hasExpired && '. That day has come, and the finding counts as open again.'}
        </p>
        {known === idleException && (
          <p>There is no finding here now. One that comes back before that day is accepted at once.</p>
        )}
        <LaterNote exception={known} />
        <p>
          <span className="text-ink-soft">Reason:</span> {known.reason}
        </p>
        <p>
          <span className="text-ink-soft">Done instead:</span> {known.compensatingMeasure}
        </p>
      </div>
    </div>
  );
}

/** What became of an accepted finding since; nothing where it has been there all the time. */
export function LaterNote({ exception }: { readonly exception: AssessmentException }) {
  const { createdAt, absentSince, returnedAt } = exception;
  if (absentSince !== null) {
    return (
      <span className="block">
        Not found any more since <DateText value={absentSince} />.
      </span>
    );
  }
  return (
    returnedAt !== null && (
      <span className="block">
        Was gone and came back on <DateText value={returnedAt} />; accepted since <DateText value={createdAt} />.
      </span>
    )
  );
}
