import type { ShownPolicy, Verdict } from '@sentrywell/contract/assessment.ts';
import { inOrderOfMending, isFinding } from '@sentrywell/contract/finding-order.ts';
import { searchable } from '@sentrywell/contract/search.ts';
import { explained, lastSegment, placeName, sectionTitle } from '@sentrywell/contract/setting-words.ts';
import { rankOf } from './verdicts.ts';

/** One policy on the page. */
export type PolicyRow = {
  /** Unlike name or target, unique on the page. */
  readonly key: string;
  readonly policy: ShownPolicy;
  /** Everything that the text filter looks at, in small letters. */
  readonly words: string;
};

export type Section = {
  readonly area: string;
  readonly title: string;
  /** Those that are drawn. */
  readonly rows: readonly PolicyRow[];
  /** Of the whole area, whatever the filter leaves of it. */
  readonly total: number;
  /** Open findings of the whole area: accepted ones are counted apart. */
  readonly failing: number;
  /** Those of them that were findings before and could not be read now. */
  readonly unread: number;
  readonly accepted: number;
  readonly worst: Verdict;
};

export type PolicyFilter = {
  readonly text: string;
  /** `failing`: open findings, accepted ones left out and those that could not be read included; `accepted`: only those. */
  readonly verdict: 'all' | 'failing' | 'accepted' | Verdict;
  /** A target; undefined: all of them. */
  readonly target: string | undefined;
};

export const everything: PolicyFilter = { text: '', verdict: 'all', target: undefined };

function wordsOf({ title, name, area, setting, target, scuba, cis, hipaa }: ShownPolicy): string {
  const values = Object.entries(setting.value).flatMap(([key, value]) => [key, explained(value)]);
  const all = [title, name, sectionTitle(area), setting.type, target, ...scuba, ...cis, ...hipaa, ...values];
  return searchable(all.join('\n'));
}

export function rowsOf(policies: readonly ShownPolicy[]): readonly PolicyRow[] {
  return policies.map((policy, index) => {
    let words: string | undefined;
    return {
      key: String(index),
      policy,
      // Gathered when somebody filters: the page comes sooner without.
      get words() {
        words ??= wordsOf(policy);
        return words;
      },
    };
  });
}

function hasVerdict(policy: ShownPolicy, wanted: PolicyFilter['verdict']): boolean {
  switch (wanted) {
    case 'all':
      return true;
    case 'failing':
      return isFinding(policy) && policy.exception === null;
    case 'accepted':
      return policy.exception !== null;
    default:
      return policy.verdict === wanted;
  }
}

export function filterRows(rows: readonly PolicyRow[], filter: PolicyFilter): readonly PolicyRow[] {
  const words = searchable(filter.text)
    .split(/\s+/)
    .filter((word) => word !== '');
  return rows.filter(
    (row) =>
      (filter.target === undefined || row.policy.target === filter.target) &&
      hasVerdict(row.policy, filter.verdict) &&
      words.every((word) => row.words.includes(word)),
  );
}

/** The worst first; what is accepted after what is open; the same setting in its several places stays together. */
function worstFirst({ policy: one }: PolicyRow, { policy: other }: PolicyRow): number {
  return (
    rankOf(one.verdict) - rankOf(other.verdict) ||
    Number(one.exception !== null) - Number(other.exception !== null) ||
    one.title.localeCompare(other.title)
  );
}

function countOf(rows: readonly PolicyRow[], verdict: Verdict): number {
  return rows.filter(({ policy }) => policy.verdict === verdict).length;
}

function toSection(area: string, rows: readonly PolicyRow[], whole: readonly PolicyRow[]): Section {
  const sorted = rows.toSorted(worstFirst);
  return {
    area,
    title: sectionTitle(area),
    rows: sorted,
    total: whole.length,
    failing: whole.filter(({ policy }) => hasVerdict(policy, 'failing')).length,
    unread: whole.filter(({ policy }) => policy.stillOpen && policy.exception === null).length,
    accepted: whole.filter(({ policy }) => hasVerdict(policy, 'accepted')).length,
    worst: sorted[0]?.policy.verdict ?? 'not-assessed',
  };
}

/** The rows found among all of them, by area (specification §2), the area with most that is wrong first. */
export function sectionsOf(found: readonly PolicyRow[], all: readonly PolicyRow[]): readonly Section[] {
  const areas = Map.groupBy(all, ({ policy }) => policy.area);
  const sections = [...Map.groupBy(found, ({ policy }) => policy.area)].map(([area, own]) =>
    toSection(area, own, areas.get(area) ?? own),
  );
  return sections.toSorted(
    (one, other) =>
      countOf(other.rows, 'non-compliant') - countOf(one.rows, 'non-compliant') ||
      countOf(other.rows, 'partial') - countOf(one.rows, 'partial') ||
      one.title.localeCompare(other.title),
  );
}

/** The first sections, and of the last of them the first rows: so many rows in all, or fewer where there are no more. */
export function beginningOf(sections: readonly Section[], count: number): readonly Section[] {
  let left = count;
  return sections.flatMap((section) => {
    const rows = section.rows.slice(0, left);
    left -= rows.length;
    return rows.length === 0 ? [] : [{ ...section, rows }];
  });
}

/** What to do first: open findings in the order of mending, each setting once. */
export function firstToMend(rows: readonly PolicyRow[], count: number): readonly PolicyRow[] {
  const open = inOrderOfMending(
    rows.filter(({ policy }) => hasVerdict(policy, 'failing')),
    ({ policy }) => policy,
  );
  const settings = [...Map.groupBy(open, ({ policy }) => policy.setting.type).values()];
  return settings.slice(0, count).flatMap((places) => places.slice(0, 1));
}

export type Place = { readonly target: string; readonly label: string };

/** Where a policy applies, in words. */
export function placeOf({ policyQuery }: Pick<ShownPolicy, 'policyQuery'>): string {
  const { group, orgUnit } = policyQuery;
  return group === undefined ? `Organization Unit ${lastSegment(orgUnit)}` : `Group ${lastSegment(group)}`;
}

/** The places of an assessment for the picker, the one with most rows first. */
export function placesOf(rows: readonly PolicyRow[]): readonly Place[] {
  const byTarget = [...Map.groupBy(rows, ({ policy }) => policy.target)];
  return byTarget
    .toSorted(([, one], [, other]) => other.length - one.length)
    .flatMap(([target, [first]]) =>
      first === undefined ? [] : [{ target, label: target === '' ? placeName(target) : placeOf(first.policy) }],
    );
}
