/**
 * An instant where words are kept or printed: `2026-11-21 18:30 UTC`. A day alone would be another one than the page
 * shows to every reader whose midnight is not that of UTC.
 */
export function utcMinute(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
