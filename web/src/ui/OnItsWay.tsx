/** What was pressed is still to be fetched: a line at the top of the window, as for the next page. */
export function OnItsWay() {
  return (
    <div role="status" className="breathe fixed inset-x-0 top-0 z-60 h-0.5 bg-primary">
      <span className="sr-only">Loading...</span>
    </div>
  );
}
