import { wholePercent } from './whole-percent.ts';

/**
 * How far a figure moved, in whole percent of what was before: -100 only where nothing is left. Null: there was nothing to
 * compare with.
 */
export function changePercent(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) {
    return null;
  }
  const change = Math.round(((now - before) / before) * 100);
  return change === -100 ? wholePercent((now / before) * 100) - 100 : change;
}
