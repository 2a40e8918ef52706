import { grouped } from './counted.ts';
import { IconButton } from './IconButton.tsx';

type PaginationProps = {
  /** 'Showing 1 to 50 of 1,234 entries' */
  readonly text: string;
  /** Names the list: 'Audit log pages'. */
  readonly label: string;
  /** From 1. */
  readonly page: number;
  readonly pageCount: number;
  readonly onPage: (page: number) => void;
};

export function Pagination({ text, label, page, pageCount, onPage }: PaginationProps) {
  // Not `disabled`, which would take the focus from whoever has just turned to the last page by keyboard.
  const turn = (to: number) => {
    const isThere = to >= 1 && to <= pageCount;
    return { 'aria-disabled': !isThere, onClick: () => isThere && onPage(to) };
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-1 py-3">
      <p aria-live="polite" className="figures text-ink-soft">
        {text}
      </p>
      {pageCount > 1 && (
        <nav aria-label={label} className="flex items-center gap-1">
          <IconButton icon="chevronLeft" label="Previous page" className="print:hidden" {...turn(page - 1)} />
          <span className="figures px-2" aria-current="page">
            Page {grouped(page)} of {grouped(pageCount)}
          </span>
          <IconButton icon="chevronRight" label="Next page" className="print:hidden" {...turn(page + 1)} />
        </nav>
      )}
    </div>
  );
}
