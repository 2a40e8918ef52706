/** Where the router keeps how far each page was scrolled when the document was left: by entry of the history. */
export const scrollPositionsKey = 'scroll-positions';

/** 0 where nothing is known of the entry. */
export function keptScroll(entry: string): number {
  try {
    const positions: unknown = JSON.parse(sessionStorage.getItem(scrollPositionsKey) ?? '{}');
    const position: unknown = typeof positions === 'object' && positions !== null ? Reflect.get(positions, entry) : 0;
    return typeof position === 'number' ? position : 0;
  } catch {
    // Storage is closed to us, or holds what is not ours.
    return 0;
  }
}
