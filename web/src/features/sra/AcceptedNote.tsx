import type { ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** Why a finding is or was accepted, what is done instead, and until when; nothing where it never was. */
export function AcceptedNote({ exception, expired }: Pick<ShownPolicy, 'exception' | 'expired'>) {
  const accepted = exception ?? expired;
  if (accepted === null) {
    return null;
  }
  const hasExpired = accepted === expired;
  return (
    <div className="flex items-start gap-2.5 rounded-lg border border-line bg-surface px-3.5 py-3">
      <Icon name={hasExpired ? 'clock' : 'handshake'} className={hasExpired ? 'text-warning' : 'text-primary'} />
      <div className="min-w-0 space-y-1 wrap-anywhere">
        <p className="font-medium">
          {hasExpired ? 'Was accepted' : 'Accepted'} by {accepted.acceptedBy} until{' '}
          <DateText value={accepted.expiresAt} />
          {hasExpired && '. That day has passed, and the finding counts as open again.'}
        </p>
        <p>
          <span className="text-ink-soft">Reason:</span> {accepted.reason}
        </p>
        <p>
          <span className="text-ink-soft">Done instead:</span> {accepted.compensatingMeasure}
        </p>
      </div>
    </div>
  );
}
