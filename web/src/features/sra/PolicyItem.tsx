import type { ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { memo } from 'react';
import { iconColours } from '../../ui/Badge.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { join } from '../../ui/join.ts';
import { PolicyDetails } from './PolicyDetails.tsx';
import { type PolicyRow, placeOf } from './policy-rows.ts';
import { VerdictMark } from './VerdictMark.tsx';
import { verdictLooks } from './verdicts.ts';

type Props = {
  readonly row: PolicyRow;
  readonly isOpen: boolean;
  readonly onToggle: (key: string) => void;
  readonly onAccept: ((policy: ShownPolicy) => void) | undefined;
};

/** The id of a row's button: where a link to the row leads. */
export function buttonIdOf(key: string): string {
  return `policy-${key}`;
}

/** What must be seen of an exception without opening the row: that its finding is gone, or came back accepted. */
function ExceptionMark({ policy: { exception, idleException } }: { readonly policy: ShownPolicy }) {
  if (idleException !== null) {
    return ' · An exception is in force';
  }
  const returnedAt = exception?.returnedAt ?? null;
  return (
    returnedAt !== null && (
      <>
        {' '}
        · Came back on <DateText value={returnedAt} />
      </>
    )
  );
}

/** One policy: its name, what is wrong with it, and on a click everything about it. Drawn anew only when it changes itself. */
export const PolicyItem = memo(function PolicyItem({ row, isOpen, onToggle, onAccept }: Props) {
  const { key, policy } = row;
  const { icon, tone } = verdictLooks[policy.verdict];
  const isAccepted = policy.exception !== null;
  return (
    <li className="border-b border-line last:border-b-0">
      <h3>
        <button
          type="button"
          id={buttonIdOf(key)}
          aria-expanded={isOpen}
          aria-controls={`${buttonIdOf(key)}-details`}
          onClick={() => onToggle(key)}
          // On a phone the verdict stands under the name, else beside it.
          className="grid min-h-14 w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]"
        >
          <Icon
            name={icon}
            className={join('size-5.5 max-sm:row-span-2', isAccepted ? 'text-ink-soft' : iconColours[tone])}
          />
          <span>
            <span className="block font-medium wrap-anywhere">{policy.title}</span>
            <span className="block text-[0.8125rem] text-ink-soft wrap-anywhere">
              {policy.name !== '' && <span className="max-sm:hidden">{policy.name} · </span>}
              {placeOf(policy)}
              <ExceptionMark policy={policy} />
            </span>
          </span>
          <VerdictMark
            verdict={policy.verdict}
            isAccepted={isAccepted}
            isStillOpen={policy.stillOpen}
            hasIcon={false}
            className="max-sm:col-start-2 max-sm:row-start-2 max-sm:mt-1 max-sm:justify-self-start"
          />
          <Icon
            name={isOpen ? 'chevronUp' : 'chevronDown'}
            className="text-ink-soft max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1"
          />
        </button>
      </h3>
      <div id={`${buttonIdOf(key)}-details`}>{isOpen && <PolicyDetails policy={policy} onAccept={onAccept} />}</div>
    </li>
  );
});
