/**
 * Runs something once the browser has nothing else to do, or after so many milliseconds; a browser that does not tell (Safari) gets it
 * a moment later.
 * @returns what takes it back.
 */
export function whenIdle(run: () => void, timeout: number): () => void {
  if ('requestIdleCallback' in window) {
    const waiting = requestIdleCallback(run, { timeout });
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(run, Math.min(timeout, 200));
  return () => clearTimeout(waiting);
}
