/**
 * A share in whole percent, for a place without decimals. Only all is 100 and only nothing is 0: beside a '100%' nobody looks for
 * what is still missing.
 * @param percent from 0 to 100.
 */
export function wholePercent(percent: number): number {
  return percent > 0 && percent < 100 ? Math.min(99, Math.max(1, Math.round(percent))) : percent;
}
