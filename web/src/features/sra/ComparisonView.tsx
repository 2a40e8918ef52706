import { scoreOf } from '@sentrywell/contract/assessment-score.ts';
import type { ComparedPolicy, Comparison } from '@sentrywell/contract/assessment-comparison.ts';
import type { AssessmentException } from '@sentrywell/contract/assessment.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { placeName, sectionTitle } from '@sentrywell/contract/setting-words.ts';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useCall } from '../../kernel/use-call.ts';
import { Banner } from '../../ui/Banner.tsx';
import { counted, grouped } from '../../ui/counted.ts';
import { DateText } from '../../ui/DateText.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { signed } from '../../ui/signed.ts';
import { LaterNote } from './AcceptedNote.tsx';
import { changedValues } from './compared-values.ts';
import { ValueText } from './ValueText.tsx';
import { VerdictMark } from './VerdictMark.tsx';
import { scoreText } from './verdicts.ts';

type Props = { readonly organizationId: string; readonly before: string; readonly after: string };

/** Two assessments side by side: what is new, fixed, changed, unreadable. */
export function ComparisonView({ organizationId, before, after }: Props) {
  const { data, error, refresh } = useCall(sraEndpoints.compareAssessments, {
    params: { id: organizationId, assessmentId: after },
    query: { before },
  });
  if (data === undefined && error !== undefined) {
    return <ErrorState title="Error Loading Comparison" message={error.message} onRetry={() => void refresh()} />;
  }
  if (data === undefined) {
    return (
      <div role="status">
        <span className="sr-only">Loading comparison...</span>
        <Skeleton className="h-32" />
      </div>
    );
  }
  return <Result comparison={data} />;
}

type Kind = {
  readonly key: 'new' | 'fixed' | 'changed' | 'unreadable';
  readonly title: string;
  readonly icon: IconName;
  readonly look: string;
};

const kinds: readonly Kind[] = [
  { key: 'new', title: 'New findings', icon: 'xCircle', look: 'text-bad' },
  { key: 'fixed', title: 'Fixed', icon: 'checkCircle', look: 'text-good' },
  { key: 'changed', title: 'Changed', icon: 'edit', look: 'text-warning' },
  { key: 'unreadable', title: 'Unreadable', icon: 'eyeOff', look: 'text-info' },
];

/** How far the score went, where both have one. */
function Points({ before, after }: { readonly before: number | null; readonly after: number | null }) {
  if (before === null || after === null) {
    return null;
  }
  return (
    <>
      : <span className="figures font-semibold">{signed(after - before)} points</span>
    </>
  );
}

function Result({ comparison }: { readonly comparison: Comparison }) {
  const { before, after, notice, judgedDifferently, unchanged } = comparison;
  const heading = useLedHere(`${before.id} ${after.id}`);
  const isSame = kinds.every(({ key }) => comparison[key].length === 0);
  return (
    <div className="space-y-6">
      <h3 ref={heading} tabIndex={-1} className="mb-2 scroll-mt-20 font-semibold outline-none">
        What changed
      </h3>
      <p role="status">
        From <DateText value={before.assessedAt} look="dateTime" /> ({scoreText(before)}) to{' '}
        <DateText value={after.assessedAt} look="dateTime" /> ({scoreText(after)})
        <Points before={scoreOf(before)} after={scoreOf(after)} />.{' '}
        {isSame ? 'Nothing changed.' : `${counted(unchanged, 'policy is', 'policies are')} the same in both.`}
      </p>
      {notice !== null && <Banner tone="warning">{notice}</Banner>}
      {judgedDifferently > 0 && (
        <p>
          {judgedDifferently === 1 ? 'One row is' : `${grouped(judgedDifferently)} rows are`} judged differently and
          {judgedDifferently === 1 ? ' says' : ' say'} so: no change at Google is known there.
        </p>
      )}
      {kinds.map((kind) => (
        <ComparedList key={kind.key} kind={kind} rows={comparison[kind.key]} />
      ))}
    </div>
  );
}

/** The result stands below the button that asks for it: focus and sight go there, also when the same is asked for again. */
function useLedHere(pair: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [key, pair]);
  return heading;
}

function ComparedList({ kind, rows }: { readonly kind: Kind; readonly rows: readonly ComparedPolicy[] }) {
  if (rows.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby={`compared-${kind.key}`}>
      <h4 id={`compared-${kind.key}`} className="mb-2 flex items-center gap-2 font-semibold">
        <Icon name={kind.icon} className={kind.look} />
        {kind.title}
        <span className="figures font-normal text-ink-soft">{grouped(rows.length)}</span>
      </h4>
      <ul className="divide-y divide-line rounded-xl border border-line">
        {rows.map((row, index) => (
          <ComparedRow key={`${row.settingType} ${row.target} ${index}`} row={row} />
        ))}
      </ul>
    </section>
  );
}

function ComparedRow({ row }: { readonly row: ComparedPolicy }) {
  const values = changedValues(row);
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium wrap-anywhere">{row.title}</p>
          <p className="text-[0.8125rem] text-ink-soft wrap-anywhere">
            {sectionTitle(row.area)} · {placeName(row.target)}
          </p>
          {row.exception !== null && <AcceptedLine exception={row.exception} />}
        </div>
        <p className="flex flex-wrap items-center gap-2">
          <Side side={row.before} />
          <Icon name="arrowRight" label="then" className="size-4 text-ink-soft" />
          <Side side={row.after} />
        </p>
      </div>
      {row.settingChanged && row.before !== null && row.after !== null ? (
        <dl className="mt-2 space-y-1">
          {values.map(({ key, name, was, is }) => (
            <div key={key} className="grid gap-x-6 sm:grid-cols-[minmax(0,14rem)_1fr_1fr]">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="wrap-anywhere">
                Was: <ValueText>{was}</ValueText>
              </dd>
              <dd className="font-medium wrap-anywhere">
                Is: <ValueText>{is}</ValueText>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="mt-1.5 text-[0.8125rem] text-ink-soft">{whyWithoutValues(row)}</p>
      )}
    </li>
  );
}

/** Whoever reads 'New findings' or 'Fixed' shall not miss that somebody has accepted it. */
function AcceptedLine({ exception }: { readonly exception: AssessmentException }) {
  return (
    <p className="text-[0.8125rem] wrap-anywhere">
      Accepted by {exception.acceptedBy} until <DateText value={exception.expiresAt} />.{' '}
      <LaterNote exception={exception} />
    </p>
  );
}

function whyWithoutValues({ before, after, settingChanged }: ComparedPolicy): string {
  if (!settingChanged && (before === null || after === null)) {
    return `Only the ${before === null ? 'later' : 'earlier'} assessment judged this setting: the rules or tiers make the difference.`;
  }
  if (before === null) {
    return 'This row is only in the later assessment.';
  }
  return after === null
    ? 'This row is only in the earlier assessment.'
    : 'Google sent the same as before; it is judged differently.';
}

function Side({ side }: { readonly side: ComparedPolicy['before'] }) {
  return side === null ? <span className="text-ink-soft">Not there</span> : <VerdictMark verdict={side.verdict} />;
}
