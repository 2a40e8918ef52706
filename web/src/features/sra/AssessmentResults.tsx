import type { ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ComplianceSummary } from './ComplianceSummary.tsx';
import { buttonIdOf } from './PolicyItem.tsx';
import { PolicySection } from './PolicySection.tsx';
import { PolicyToolbar } from './PolicyToolbar.tsx';
import {
  beginningOf,
  everything,
  filterRows,
  firstToMend,
  type PolicyFilter,
  type PolicyRow,
  placesOf,
  rowsOf,
  sectionsOf,
} from './policy-rows.ts';
import { useIsIdle } from './use-is-idle.ts';
import { useOpenRows } from './use-open-rows.ts';
import type { OpenedAssessment } from './use-workspace-sign-in.ts';

/** How many first steps stand in the summary. */
const firstSteps = 3;
/** What stands above the rows is at least so tall, and each row; in CSS pixels. */
const leastAbove = 700;
const rowHeight = 57;

/** As many rows as this window shows below the summary, or a few more. */
function rowsInSight(): number {
  return Math.max(1, Math.ceil((window.innerHeight - leastAbove) / rowHeight));
}

type Props = {
  readonly opened: OpenedAssessment;
  /** A setting to open at once: where a link from elsewhere leads. */
  readonly settingType: string | undefined;
  readonly onAccept: ((policy: ShownPolicy) => void) | undefined;
};

/** The summary, the filters, and every policy by area. Not drawn anew when something beside it on the page has come. */
export const AssessmentResults = memo(function AssessmentResults({ opened, settingType, onAccept }: Props) {
  const rows = useMemo(() => rowsOf(opened.policies), [opened]);
  const [filter, setFilter] = useState<PolicyFilter>(everything);
  const wanted = useDeferredValue(filter);
  const found = useMemo(() => filterRows(rows, wanted), [rows, wanted]);
  const sections = useMemo(() => sectionsOf(found, rows), [found, rows]);
  // What fills the first screen comes at once, and the rest only when that is painted; the page can be used while it is drawn.
  const isIdle = useIsIdle();
  const toDraw = useMemo(() => (isIdle ? sections : beginningOf(sections, rowsInSight())), [sections, isIdle]);
  const drawn = useDeferredValue(toDraw);
  const { openKeys, open, toggle } = useOpenRows();
  const showRow = useShowRow(filter === wanted && sections === drawn);

  const go = useCallback(
    (row: PolicyRow) => {
      setFilter(everything);
      open(row.key);
      showRow(row.key);
    },
    [open, showRow],
  );
  useLinkedSetting(rows, settingType, go);
  const showVerdict = useCallback(
    (verdict: PolicyFilter['verdict']) => setFilter((before) => ({ ...before, verdict })),
    [],
  );

  return (
    <>
      <ComplianceSummary
        assessment={opened.assessment}
        first={useMemo(() => firstToMend(rows, firstSteps), [rows])}
        chosen={filter.verdict}
        onVerdict={showVerdict}
        onGo={go}
      />
      <PolicyToolbar
        filter={filter}
        onFilter={setFilter}
        places={useMemo(() => placesOf(rows), [rows])}
        found={found.length}
        total={rows.length}
        isBeginning={!isIdle}
      />
      {drawn.length === 0 && <NothingFound onClear={() => setFilter(everything)} />}
      <div className="space-y-6">
        {drawn.map((section) => (
          <PolicySection
            key={section.area}
            section={section}
            openKeys={openKeys}
            onToggle={toggle}
            onAccept={onAccept}
          />
        ))}
      </div>
    </>
  );
});

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState icon="filter" title="No policy matches" action={<Button onClick={onClear}>Clear filters</Button>}>
      <p>No policy of this assessment matches the filters.</p>
    </EmptyState>
  );
}

/** Opens the policy that a link names; only a new link leads anywhere, a later change of the rows does not scroll the page. */
function useLinkedSetting(rows: readonly PolicyRow[], settingType: string | undefined, go: (row: PolicyRow) => void) {
  const led = useRef<string>(undefined);
  useEffect(() => {
    if (settingType !== led.current) {
      led.current = settingType;
      const own = rows.filter(({ policy }) => policy.setting.type === settingType);
      const row = firstToMend(own, 1)[0] ?? own[0];
      if (row !== undefined) {
        go(row);
      }
    }
  }, [rows, settingType, go]);
}

/** Leads to a row once the filters are gone and it is drawn. */
function useShowRow(isDrawn: boolean): (key: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current !== undefined && isDrawn) {
      const button = document.getElementById(buttonIdOf(wanted.current));
      wanted.current = undefined;
      button?.scrollIntoView({ block: 'center' });
      button?.focus({ preventScroll: true });
    }
  });
  return useCallback((key: string) => {
    wanted.current = key;
  }, []);
}
