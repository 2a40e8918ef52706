import type { ComparedPolicy } from '@sentrywell/contract/assessment-comparison.ts';
import { shownName, explained } from '@sentrywell/contract/setting-words.ts';
import { isSameJson } from './setting-values.ts';

export type ChangedValue = { readonly key: string; readonly name: string; readonly was: string; readonly is: string };

/** The values that differ between the two sides; a side that is missing has none. */
export function changedValues({ before, after }: Pick<ComparedPolicy, 'before' | 'after'>): readonly ChangedValue[] {
  const was = before?.value ?? {};
  const is = after?.value ?? {};
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return keys
    .filter((key) => !isSameJson(was[key], is[key]))
    .map((key) => ({ key, name: shownName(key), was: explained(was[key]), is: explained(is[key]) }));
}
