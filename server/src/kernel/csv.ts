const unsafeStart = /^[\t\r\n\u0000]/;
// What a spreadsheet takes for the beginning of a formula, with the full-width forms that it folds to the same characters. Not
// only at the beginning: where the comma is the decimal mark, Excel parts lines at semicolons (or tabs), and quotes that begin
// elsewhere than a cell does hold nothing together, so that a cell may begin behind either, or behind a line break.
const formulaStart = /(^|[;\t\r\n])((?:[^\S\t\r\n]|["\u200b-\u200d\u2060])*)(?=[=+\-@＝＋－＠])/g;

/** One cell: always quoted, inner quotes doubled, and a text that would run as a formula made harmless (security rule 26). */
export function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  // A number is one: only a text can be a formula.
  const harmless = typeof value === 'string' ? text.replace(formulaStart, "$1$2'").replace(unsafeStart, "'$&") : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** The first line of a file. Without the mark before it, Excel reads UTF-8 as the alphabet of the machine: 'José' becomes 'JosÃ©'. */
export function csvHead(columns: readonly string[]): string {
  return `\ufeff${csvLine(columns)}`;
}

/** One line with its line end. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
