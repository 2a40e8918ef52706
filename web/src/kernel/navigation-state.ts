/** A text that the page before left for this one with `navigate(to, { state })`; undefined when there is none. */
export function textInState(state: unknown, key: string): string | undefined {
  if (typeof state !== 'object' || state === null) {
    return undefined;
  }
  const value: unknown = Object.entries(state).find(([name]) => name === key)?.[1];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
