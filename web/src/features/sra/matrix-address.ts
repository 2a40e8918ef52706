import type { MatrixFilter } from '@sentrywell/contract/matrix-filter.ts';

/** Reads the filters of the matrix in an address that may have been typed by hand: what makes no sense is left out. */
export function filterOf(query: URLSearchParams): MatrixFilter {
  const text = (name: string) => (query.get(name) ?? '').slice(0, 200);
  return {
    organization: text('organization'),
    setting: text('setting'),
    area: text('area') === '' ? undefined : text('area'),
    onlyFailing: text('only') === 'failing',
  };
}

/** The other way round; the defaults stay out of the address. */
export function queryOf({ organization, setting, area, onlyFailing }: MatrixFilter): URLSearchParams {
  const pairs: [string, string][] = [
    ['organization', organization],
    ['setting', setting],
    ['area', area ?? ''],
    ['only', onlyFailing ? 'failing' : ''],
  ];
  return new URLSearchParams(pairs.filter(([, value]) => value !== ''));
}
