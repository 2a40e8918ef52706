/** '1,250.50' or '$1250.5' → 125050; undefined when it is not an amount of dollars. */
export function centsOf(text: string): number | undefined {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match?.[1] === undefined) {
    return undefined;
  }
  return Number(match[1].replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}
