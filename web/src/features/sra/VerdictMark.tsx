import type { Verdict } from '@sentrywell/contract/assessment.ts';
import { Badge } from '../../ui/Badge.tsx';
import { verdictLooks } from './verdicts.ts';

type Props = {
  readonly verdict: Verdict;
  readonly isAccepted?: boolean;
  readonly hasIcon?: boolean;
  readonly className?: string;
};

/** A verdict: icon, colour and word. */
export function VerdictMark({ verdict, isAccepted = false, hasIcon = true, className }: Props) {
  const { word, tone, icon, meaning } = verdictLooks[verdict];
  return (
    <Badge
      tone={isAccepted ? 'neutral' : tone}
      icon={hasIcon ? icon : null}
      title={isAccepted ? 'Accepted for a time' : meaning}
      {...(className === undefined ? {} : { className })}
    >
      {isAccepted ? `${word}, accepted` : word}
    </Badge>
  );
}
