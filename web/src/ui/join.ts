/**
 * Joins classes that never contradict each other. Pages that anybody may open use only this: merging contradictory
 * Tailwind classes (classes.ts) costs 8 KB, which is a tenth of what those pages may load.
 */
export function join(...parts: ReadonlyArray<string | false | undefined>): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join(' ');
}
