/** What a link of a row leaves in the history for the page that it opens: the page before is the list. */
export const openedFromRow = {
  state: { from: 'row' },
  isIn: (state: unknown): boolean =>
    typeof state === 'object' && state !== null && 'from' in state && state.from === openedFromRow.state.from,
};
