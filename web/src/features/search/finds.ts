import type { SearchResults } from '@sentrywell/contract/search.ts';
import type { IconName } from '../../ui/Icon.tsx';

/** One line of what was found. */
export type Find = {
  readonly key: string;
  readonly group: 'Organizations' | 'People' | 'Pages' | 'Audit log';
  readonly icon: IconName;
  readonly title: string;
  readonly detail: string;
  readonly to: string;
};

/** All finds in the order in which they are shown. */
export function findsOf(results: SearchResults | undefined): readonly Find[] {
  if (results === undefined) {
    return [];
  }
  return [
    ...results.organizations.map(
      ({ id, name, domainName, to }): Find => ({
        key: `organization-${id}`,
        group: 'Organizations',
        icon: 'building',
        title: name,
        detail: domainName,
        to,
      }),
    ),
    ...results.people.map(
      ({ id, name, email, roleName, organizationName, to }): Find => ({
        key: `person-${id}`,
        group: 'People',
        icon: 'user',
        title: name,
        detail: [email, roleName, organizationName].filter((text) => text !== null && text !== '').join(' · '),
        to,
      }),
    ),
    ...results.pages.map(
      ({ label, to }): Find => ({
        key: `page-${to}`,
        group: 'Pages',
        icon: 'arrowRight',
        title: label,
        detail: '',
        to,
      }),
    ),
    ...results.auditEntries.map(
      ({ seq, log, user, category, to }): Find => ({
        key: `audit-${seq}`,
        group: 'Audit log',
        icon: 'list',
        title: log,
        detail: `${user} · ${category}`,
        to,
      }),
    ),
  ];
}
