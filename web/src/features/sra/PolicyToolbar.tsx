import { memo } from 'react';
import { counted, grouped } from '../../ui/counted.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import type { Place, PolicyFilter } from './policy-rows.ts';
import { verdictLooks, verdictsInOrder } from './verdicts.ts';

type Props = {
  readonly filter: PolicyFilter;
  readonly onFilter: (filter: PolicyFilter) => void;
  readonly places: readonly Place[];
  readonly found: number;
  readonly total: number;
  /** The lists to choose from are still to come; they take longer than all else here. */
  readonly isBeginning: boolean;
};

const verdictOptions: ReadonlyArray<{ readonly value: PolicyFilter['verdict']; readonly label: string }> = [
  { value: 'all', label: 'All verdicts' },
  { value: 'failing', label: 'To mend' },
  ...verdictsInOrder.map((value) => ({ value, label: verdictLooks[value].word })),
  { value: 'accepted', label: 'Accepted' },
];

const everywhere = 'everywhere';

/** Filters by text, verdict and organizational unit. */
export const PolicyToolbar = memo(function PolicyToolbar(props: Props) {
  const { filter, onFilter, places, found, total, isBeginning } = props;
  const placeOptions = [
    { value: everywhere, label: 'All organization units and groups' },
    ...places.map(({ target, label }) => ({ value: `at ${target}`, label })),
  ];
  const shown =
    found === total
      ? counted(total, 'policy', 'policies')
      : `${grouped(found)} of ${counted(total, 'policy', 'policies')}`;
  return (
    <>
      {/* In place of the controls, which say nothing on paper. */}
      <p className="mb-5 hidden print:block">{printedNote(filter, places, shown)}</p>
      <div className="mb-5 flex flex-wrap items-center gap-3 print:hidden">
        <SearchField
          label="Search policies"
          placeholder="Search policies, values, sources"
          value={filter.text}
          onValue={(text) => onFilter({ ...filter, text })}
          className="w-full sm:w-80"
        />
        <Select
          label="Verdict"
          hideLabel
          isToCome={isBeginning}
          options={verdictOptions}
          value={filter.verdict}
          onValue={(verdict) => onFilter({ ...filter, verdict })}
          className="w-[calc(50%-0.375rem)] sm:w-44"
        />
        {places.length > 1 && (
          <Select
            label="Organization Unit"
            hideLabel
            isToCome={isBeginning}
            options={placeOptions}
            value={filter.target === undefined ? everywhere : `at ${filter.target}`}
            onValue={(value) =>
              onFilter({ ...filter, target: value === everywhere ? undefined : value.slice('at '.length) })
            }
            className="w-[calc(50%-0.375rem)] sm:w-72"
          />
        )}
        <p aria-live="polite" className="figures text-ink-soft">
          {shown}
        </p>
        {places.length > 1 && (
          <p className="w-full text-[0.8125rem] text-ink-soft">Google names units and groups by id alone.</p>
        )}
      </div>
    </>
  );
});

/** Which policies a printed sheet holds. */
function printedNote({ text, verdict, target }: PolicyFilter, places: readonly Place[], shown: string): string {
  const limits = [
    verdict === 'all'
      ? ''
      : `with the verdict “${verdictOptions.find(({ value }) => value === verdict)?.label ?? verdict}”`,
    target === undefined ? '' : `of ${places.find((place) => place.target === target)?.label ?? target}`,
    text.trim() === '' ? '' : `with the words “${text.trim()}”`,
  ].filter((words) => words !== '');
  return limits.length === 0 ? `All ${shown}.` : `Only policies ${limits.join(', ')}: ${shown}.`;
}
