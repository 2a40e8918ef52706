import type { MatrixOrganization } from '@sentrywell/contract/matrix-filter.ts';
import { useMemo } from 'react';
import { counted } from '../../ui/counted.ts';
import { rulesApart } from './matrix-view.ts';

/** Says where two columns may differ because other rules judged them, and not the settings. */
export function MatrixRules({ organizations }: { readonly organizations: readonly MatrixOrganization[] }) {
  const groups = useMemo(() => rulesApart(organizations), [organizations]);
  if (groups.length === 0) {
    return null;
  }
  return (
    <details className="mb-4 text-[0.8125rem] text-ink-soft">
      <summary className="w-fit cursor-pointer py-1">
        Not all of these organizations were judged by the same rules
      </summary>
      <ul className="mt-1 list-disc space-y-1 pl-8 wrap-anywhere">
        {groups.map(({ rules, names }) => (
          <li key={rules}>
            catalogue {rules}: {counted(names.length, 'organization', 'organizations')} ({names.join(', ')})
          </li>
        ))}
      </ul>
    </details>
  );
}
