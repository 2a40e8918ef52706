/**
 * Joins style classes. No two of them may set the same thing: which of them wins would hang on their order in the stylesheet.
 * Where looks differ, choose one of them; the journeys hold every screen to it.
 */
export function join(...parts: ReadonlyArray<string | false | undefined>): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join(' ');
}
