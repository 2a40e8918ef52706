import type { AssessmentException } from '@sentrywell/contract/sra.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** Why a finding is accepted, what is done instead, and until when. */
export function AcceptedNote({ exception }: { readonly exception: AssessmentException }) {
  return (
    <div className="flex items-start gap-2.5 rounded-lg border border-line bg-surface px-3.5 py-3">
      <Icon name="handshake" className="text-primary" />
      <div className="min-w-0 space-y-1 wrap-anywhere">
        <p className="font-medium">
          Accepted by {exception.acceptedBy} until <DateText value={exception.expiresAt} />
        </p>
        <p>
          <span className="text-ink-soft">Reason:</span> {exception.reason}
        </p>
        <p>
          <span className="text-ink-soft">Done instead:</span> {exception.compensatingMeasure}
        </p>
      </div>
    </div>
  );
}
