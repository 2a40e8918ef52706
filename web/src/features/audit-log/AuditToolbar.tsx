import { type AuditCategoryName, auditCategories } from '@sentrywell/contract/audit-log.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import { showToast } from '../../ui/toast.ts';
import { useTypedTerm } from '../../ui/use-typed-term.ts';
import { type AuditView, isReversed, printedNote } from './audit-filters.ts';
import { auditFiles, type AuditSource, useAuditCategories } from './audit-source.ts';
import { saveFile } from './save-file.ts';

type Props = {
  readonly source: AuditSource;
  readonly view: AuditView;
  /** How many entries match; undefined while it is not known. */
  readonly total: number | undefined;
  readonly onView: (next: Partial<AuditView>) => void;
};

/** Search, days, category and export. */
export function AuditToolbar({ source, view, total, onView }: Props) {
  const { data, error } = useAuditCategories(source);
  const isFiltered = view.search !== '' || view.from !== '' || view.to !== '' || view.category !== undefined;
  // Where it cannot be told which ones occur, any may.
  const occurring = data?.categories ?? (error === undefined ? [] : auditCategories);
  const options = auditCategories
    .filter((category) => occurring.includes(category) || category === view.category)
    .toSorted();
  return (
    <>
      <PrintedNote source={source} view={view} />
      <div className="mb-4 grid print:hidden grid-cols-2 items-end gap-3 xl:grid-cols-[minmax(14rem,1fr)_auto_auto_12rem_auto]">
        <LogSearch value={view.search} onValue={(search) => onView({ search })} />
        <DateField label="From" value={view.from} max={view.to} onValue={(from) => onView({ from })} />
        <DateField label="To" value={view.to} min={view.from} onValue={(to) => onView({ to })} />
        <Select<AuditCategoryName | 'all'>
          label="Category"
          options={[{ value: 'all', label: 'All Categories' }, ...options.map((value) => ({ value, label: value }))]}
          value={view.category ?? 'all'}
          onValue={(category) => onView({ category: category === 'all' ? undefined : category })}
        />
        {/* On a phone the two don't fit into one column: each is a part of the grid then. */}
        <div className="flex items-center gap-1 max-sm:contents">
          <ExportMenu source={source} view={view} total={total} />
          {isFiltered && (
            <Button
              variant="quiet"
              className="max-sm:col-span-2"
              onClick={() => onView({ search: '', from: '', to: '', category: undefined })}
            >
              Clear
            </Button>
          )}
        </div>
      </div>
      <p aria-live="polite" className="font-medium text-bad-ink not-empty:mb-4">
        {isReversed(view) && 'From is after To: no entry can match.'}
      </p>
    </>
  );
}

/** In place of the controls, which say nothing on paper. */
function PrintedNote({ source, view }: Pick<Props, 'source' | 'view'>) {
  return (
    <p className="mb-4 hidden print:block">
      {printedNote(source.kind === 'organization' ? source.id : undefined, view)}
    </p>
  );
}

/** Asks the server a little after the last key. */
function LogSearch({ value, onValue }: { readonly value: string; readonly onValue: (value: string) => void }) {
  const [text, setText] = useTypedTerm(value, onValue);
  return <SearchField label="Search logs..." value={text} onValue={setText} className="max-xl:col-span-2" />;
}

function ExportMenu({ source, view, total }: Pick<Props, 'source' | 'view' | 'total'>) {
  const files = auditFiles(source, view);
  function save(href: string) {
    if (total === 0) {
      showToast('bad', 'No logs to export');
    } else {
      saveFile(href);
    }
  }
  return (
    <Menu
      label="Export"
      look="button"
      entries={[
        { id: 'csv', label: 'CSV for a spreadsheet', icon: 'download', onSelect: () => save(files.csv) },
        { id: 'chain', label: 'JSON Lines with the chain', icon: 'link', onSelect: () => save(files.chain) },
        {
          id: 'verifier',
          label: 'Program that verifies the chain',
          icon: 'shieldCheck',
          onSelect: () => saveFile(files.verifier),
        },
      ]}
    >
      <Icon name="download" className="size-[1.15em]" />
      Export
      <Icon name="chevronDown" className="size-4" />
    </Menu>
  );
}
