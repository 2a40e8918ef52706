import type { ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ComplianceSummary } from './ComplianceSummary.tsx';
import { buttonIdOf } from './PolicyItem.tsx';
import { PolicySection } from './PolicySection.tsx';
import { PolicyToolbar } from './PolicyToolbar.tsx';
import {
  everything,
  filterRows,
  firstToMend,
  type PolicyFilter,
  type PolicyRow,
  placesOf,
  rowsOf,
  sectionsOf,
} from './policy-rows.ts';
import { useOpenRows } from './use-open-rows.ts';
import type { OpenedAssessment } from './use-workspace-sign-in.ts';

/** How many first steps stand in the summary. */
const firstSteps = 3;

type Props = {
  readonly opened: OpenedAssessment;
  /** A setting to open at once: where a link from elsewhere leads. */
  readonly settingType: string | undefined;
  readonly onAccept: ((policy: ShownPolicy) => void) | undefined;
};

/** The summary, the filters, and every policy by area. */
export function AssessmentResults({ opened, settingType, onAccept }: Props) {
  const rows = useMemo(() => rowsOf(opened.policies), [opened]);
  const [filter, setFilter] = useState<PolicyFilter>(everything);
  const wanted = useDeferredValue(filter);
  const found = useMemo(() => filterRows(rows, wanted), [rows, wanted]);
  const sections = useMemo(() => sectionsOf(found), [found]);
  const { openKeys, open, toggle } = useOpenRows();

  const go = useCallback(
    (row: PolicyRow) => {
      setFilter(everything);
      open(row.key);
      showRow(row.key);
    },
    [open],
  );
  useLinkedSetting(rows, settingType, go);

  return (
    <>
      <ComplianceSummary
        assessment={opened.assessment}
        first={useMemo(() => firstToMend(rows, firstSteps), [rows])}
        chosen={filter.verdict}
        onVerdict={(verdict) => setFilter({ ...filter, verdict })}
        onGo={go}
      />
      <PolicyToolbar
        filter={filter}
        onFilter={setFilter}
        places={useMemo(() => placesOf(rows), [rows])}
        found={found.length}
        total={rows.length}
      />
      {sections.length === 0 && <NothingFound onClear={() => setFilter(everything)} />}
      <div className="space-y-6">
        {sections.map((section) => (
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
}

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

/** After the filters are gone and the row is drawn. */
function showRow(key: string): void {
  window.setTimeout(() => {
    const button = document.getElementById(buttonIdOf(key));
    button?.scrollIntoView({ block: 'center' });
    button?.focus({ preventScroll: true });
  }, 50);
}
