import type { Assessment, Verdict } from '@sentrywell/contract/assessment.ts';
import { nothingJudged, scoreOf } from '@sentrywell/contract/assessment-score.ts';
import { complianceStatusNames, complianceStatusOf } from '@sentrywell/contract/dashboard.ts';
import { isFailing } from '@sentrywell/contract/failing.ts';
import type { Tone } from '../../ui/Badge.tsx';
import type { IconName } from '../../ui/Icon.tsx';

type VerdictLook = {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: IconName;
  /** What it means, in one sentence. */
  readonly meaning: string;
};

export const verdictLooks: Readonly<Record<Verdict, VerdictLook>> = {
  'non-compliant': {
    word: 'Non-compliant',
    tone: 'bad',
    icon: 'xCircle',
    meaning: 'No value is as it should be.',
  },
  partial: {
    word: 'Partial',
    tone: 'warning',
    icon: 'alert',
    meaning: 'Some values are as they should be, some are not.',
  },
  unreadable: {
    word: 'Unreadable',
    tone: 'info',
    icon: 'eyeOff',
    meaning: 'The value has a shape that the catalogue does not know. It does not count in the score.',
  },
  compliant: {
    word: 'Compliant',
    tone: 'good',
    icon: 'checkCircle',
    meaning: 'Every value is as it should be.',
  },
  'not-licensed': {
    word: 'Not licensed',
    tone: 'neutral',
    icon: 'lock',
    meaning: 'The service is off or not part of the subscription. It does not count in the score.',
  },
  'not-assessed': {
    word: 'Not assessed',
    tone: 'neutral',
    icon: 'minus',
    meaning: 'The catalogue has no best practice for it. It does not count in the score.',
  },
};

/** The worst first. */
export const verdictsInOrder: readonly Verdict[] = [
  'non-compliant',
  'partial',
  'unreadable',
  'compliant',
  'not-licensed',
  'not-assessed',
];

const ranks = new Map(verdictsInOrder.map((verdict, index) => [verdict, index]));

/** 0 for the worst. */
export function rankOf(verdict: Verdict): number {
  return ranks.get(verdict) ?? verdictsInOrder.length;
}

/** Does it count in the score (specification §9)? */
export function isCounted(verdict: Verdict): boolean {
  return verdict === 'compliant' || isFailing(verdict);
}

/** The score of an assessment in words: '84.5%', or that there is none. */
export function scoreText(assessment: Assessment): string {
  const score = scoreOf(assessment);
  return score === null ? nothingJudged.toLowerCase() : `${score.toFixed(1)}%`;
}

export type ScoreWords = { readonly words: string; readonly tone: 'good' | 'warning' | 'bad' | 'neutral' };

const scoreTones = { active: 'neutral', compliant: 'good', partial: 'warning', 'at-risk': 'bad' } as const;

/** The score of an assessment in words; null: nothing counts. */
export function scoreWords(score: number | null): ScoreWords {
  const status = complianceStatusOf(score);
  return { words: score === null ? nothingJudged : complianceStatusNames[status], tone: scoreTones[status] };
}
