import type { MatrixFilter } from '@sentrywell/contract/matrix-filter.ts';
import { sectionTitle } from '@sentrywell/contract/setting-words.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { counted } from '../../ui/counted.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';

type Props = {
  readonly filter: MatrixFilter;
  readonly onFilter: (filter: MatrixFilter) => void;
  readonly areas: readonly string[];
  readonly settings: number;
  readonly organizations: number;
};

const everyArea = '';

export function MatrixToolbar({ filter, onFilter, areas, settings, organizations }: Props) {
  const areaOptions = [
    { value: everyArea, label: 'All areas' },
    ...areas.map((area) => ({ value: area, label: sectionTitle(area) })),
  ];
  const shown = `${counted(settings, 'setting', 'settings')} × ${counted(organizations, 'organization', 'organizations')}`;
  return (
    <>
      {/* In place of the controls, which say nothing on paper. */}
      <p className="mb-4 hidden print:block">{printedNote(filter, shown)}</p>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 print:hidden">
        <SearchField
          label="Search organizations"
          value={filter.organization}
          onValue={(organization) => onFilter({ ...filter, organization })}
          className="w-full sm:w-60"
        />
        <SearchField
          label="Search settings"
          value={filter.setting}
          onValue={(setting) => onFilter({ ...filter, setting })}
          className="w-full sm:w-60"
        />
        <Select
          label="Area"
          hideLabel
          options={areaOptions}
          value={filter.area ?? everyArea}
          onValue={(area) => onFilter({ ...filter, area: area === everyArea ? undefined : area })}
          className="w-full sm:w-52"
        />
        <Checkbox
          label="Only what is to mend"
          checked={filter.onlyFailing}
          onChecked={(onlyFailing) => onFilter({ ...filter, onlyFailing })}
        />
        <p aria-live="polite" className="figures text-ink-soft">
          {shown}
        </p>
      </div>
    </>
  );
}

/** Which part of the matrix a printed sheet is of. */
function printedNote({ organization, setting, area, onlyFailing }: MatrixFilter, shown: string): string {
  const limits = [
    organization.trim() === '' ? '' : `organizations with the words “${organization.trim()}”`,
    setting.trim() === '' ? '' : `settings with the words “${setting.trim()}”`,
    area === undefined ? '' : `the area ${sectionTitle(area)}`,
    onlyFailing ? 'what is to mend' : '',
  ].filter((words) => words !== '');
  return limits.length === 0 ? `All ${shown}.` : `Only ${limits.join(', ')}: ${shown}.`;
}
