import type { Verdict } from '@sentrywell/contract/assessment.ts';
import { Badge } from '../../ui/Badge.tsx';
import { verdictLooks } from './verdicts.ts';

type Props = {
  readonly verdict: Verdict;
  readonly isAccepted?: boolean;
  /** A finding of an earlier assessment that could not be read in this one. */
  readonly isStillOpen?: boolean;
  readonly hasIcon?: boolean;
  readonly className?: string;
};

/** A verdict: icon, colour and word. */
export function VerdictMark({ verdict, isAccepted = false, isStillOpen = false, hasIcon = true, className }: Props) {
  const { word, tone, icon, meaning } = verdictLooks[verdict];
  return (
    <Badge
      tone={isAccepted ? 'neutral' : tone}
      icon={hasIcon ? icon : null}
      title={isAccepted ? 'Accepted for a time' : meaning}
      {...(className === undefined ? {} : { className })}
    >
      {isAccepted ? `${word}, accepted` : isStillOpen ? `${word}, still open` : word}
    </Badge>
  );
}
