/** How far a figure moved, in percent of what was before, rounded; null: there was nothing to compare with. */
export function changePercent(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : Math.round(((now - before) / before) * 100);
}
