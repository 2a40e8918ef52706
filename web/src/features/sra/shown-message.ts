/** The longest message that a page shows out of its own address. */
const longest = 200;

// Control characters, and those that turn the direction of what follows.
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu;

/** A sentence out of an address: one line of plain text, at most 200 characters; undefined where there is none. */
export function shownMessage(text: string | null): string | undefined {
  const plain = (text ?? '').replace(/\s+/g, ' ').replace(hidden, '').trim();
  if (plain === '') {
    return undefined;
  }
  const letters = Array.from(plain);
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : plain;
}
