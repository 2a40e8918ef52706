import type { Assessment, Verdict } from '@sentrywell/contract/assessment.ts';
import { countedIn, scoreOf } from '@sentrywell/contract/assessment-score.ts';
import { memo } from 'react';
import { iconColours } from '../../ui/Badge.tsx';
import { counted, grouped } from '../../ui/counted.ts';
import { Icon } from '../../ui/Icon.tsx';
import { join } from '../../ui/join.ts';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import type { PolicyFilter, PolicyRow } from './policy-rows.ts';
import { placeOf } from './policy-rows.ts';
import { isCounted, scoreWords, verdictLooks, verdictsInOrder } from './verdicts.ts';

type Props = {
  readonly assessment: Assessment;
  /** What to do first, the worst first. */
  readonly first: readonly PolicyRow[];
  readonly chosen: PolicyFilter['verdict'];
  readonly onVerdict: (verdict: PolicyFilter['verdict']) => void;
  readonly onGo: (row: PolicyRow) => void;
};

/** How bad it is and what to do first, in five seconds. */
export const ComplianceSummary = memo(function ComplianceSummary(props: Props) {
  const { assessment, first, chosen, onVerdict, onGo } = props;
  const score = scoreOf(assessment);
  const { words, tone } = scoreWords(score);
  const figure = `${(score ?? 0).toFixed(1)}%`;
  return (
    <section
      aria-labelledby="compliance-summary"
      className="mb-8 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 rounded-xl border border-line bg-surface p-5 shadow-card md:grid-cols-[auto_minmax(0,1fr)] xl:grid-cols-[auto_minmax(0,1fr)_minmax(0,1.3fr)]"
    >
      <div className="flex flex-col items-center gap-3">
        <h2 id="compliance-summary" tabIndex={-1} className="card-title self-start outline-none">
          Compliance Summary
        </h2>
        <ProgressRing
          value={score}
          text={score === null ? '--' : figure}
          words={words}
          tone={tone}
          label={score === null ? `${words}: nothing counts in the score` : `Compliance score ${figure}, ${words}`}
        />
        <p className="text-center text-[0.8125rem] text-ink-soft">
          Computed from {counted(countedIn(assessment), 'policy', 'policies')}
        </p>
      </div>
      <Counts assessment={assessment} chosen={chosen} onVerdict={onVerdict} />
      <FirstSteps first={first} hasUnreadable={(assessment.counts.unreadable ?? 0) > 0} onGo={onGo} />
    </section>
  );
});

type Line = { readonly verdict: Verdict | 'accepted'; readonly word: string; readonly count: number };

/** The counted verdicts always, the others where there are some; apart from them, how many findings among them are accepted. */
function linesOf({ counts, accepted }: Assessment): readonly Line[] {
  const lines = verdictsInOrder
    .filter((verdict) => isCounted(verdict) || (counts[verdict] ?? 0) > 0)
    .map((verdict): Line => ({ verdict, word: verdictLooks[verdict].word, count: counts[verdict] ?? 0 }));
  return accepted === 0
    ? lines
    : [...lines, { verdict: 'accepted', word: 'Findings accepted for a time', count: accepted }];
}

type CountsProps = Pick<Props, 'assessment' | 'chosen' | 'onVerdict'>;

/** Each count is also the filter that shows what it counts. */
function Counts({ assessment, chosen, onVerdict }: CountsProps) {
  const lines = linesOf(assessment);
  return (
    <ul aria-label="Policies by verdict" className="content-start">
      {lines.map(({ verdict, word, count }) => {
        const look = verdict === 'accepted' ? ({ icon: 'handshake', tone: 'neutral' } as const) : verdictLooks[verdict];
        const isChosen = chosen === verdict;
        return (
          <li key={verdict} className={verdict === 'accepted' ? 'mt-2 border-t border-line pt-2' : undefined}>
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => onVerdict(isChosen ? 'all' : verdict)}
              className={join(
                'flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2.5 text-left hover:bg-hover',
                isChosen && 'bg-primary-tint font-semibold',
              )}
            >
              <Icon name={look.icon} className={join('size-4.5', iconColours[look.tone])} />
              <span className="flex-1">{word}</span>
              <span className="figures font-semibold">{grouped(count)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

type FirstStepsProps = Pick<Props, 'first' | 'onGo'> & { readonly hasUnreadable: boolean };

function FirstSteps({ first, hasUnreadable, onGo }: FirstStepsProps) {
  return (
    <div className="md:col-span-2 xl:col-span-1">
      <h3 className="mb-2 font-semibold">Do this first</h3>
      {first.length === 0 ? (
        <p className="text-ink-soft">
          {hasUnreadable
            ? 'Nothing to mend among what could be read. Next, look at what could not be read.'
            : 'No open finding. Assess again after changes in the Admin console.'}
        </p>
      ) : (
        <ol className="-mx-2 space-y-1.5">
          {first.map((row, index) => (
            <li key={row.key}>
              <button
                type="button"
                onClick={() => onGo(row)}
                className="flex w-full items-start gap-3 rounded-lg px-2 py-1.5 text-left font-medium hover:bg-hover"
              >
                <span className="figures grid size-6 shrink-0 place-items-center rounded-full bg-bad-tint text-[0.8125rem] font-semibold text-bad-ink">
                  {index + 1}
                </span>
                <span className="min-w-0">
                  <span className="block wrap-anywhere">{row.policy.title}</span>
                  <span className="block text-[0.8125rem] font-normal text-ink-soft">
                    {placeOf(row.policy)}
                    {row.policy.stillOpen && ' · could not be read'}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
