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
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
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
        {counted(settings, 'setting', 'settings')} × {counted(organizations, 'organization', 'organizations')}
      </p>
    </div>
  );
}
