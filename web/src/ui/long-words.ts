/** About as many letters as a table's column takes at the least. */
const most = 20;

/**
 * Whether a text holds a word that could make its column as wide as it likes: only such a text may break inside a word, so that no
 * other one does where the table is narrow.
 */
export function hasLongWord(text: string): boolean {
  return text.split(/[\s-]/).some((word) => word.length > most);
}
