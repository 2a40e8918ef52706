/** A letter may be more than one code unit. */
function firstLetter(word: string): string {
  return String.fromCodePoint(...[word.codePointAt(0)].filter((point) => point !== undefined));
}

/** First letters of the first and last word: 'Ana Maria Diaz' → 'AD'. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/u).filter((word) => word !== '');
  const first = words[0] ?? '?';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return (firstLetter(first) + firstLetter(last)).toUpperCase();
}
