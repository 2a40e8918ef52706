import { type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { TableRow } from './TableRow.tsx';
import type { TableProps } from './table-types.ts';

/**
 * A desktop row's height in pixels. Phone rows, and those whose text wraps, are taller and are measured as they come into
 * sight; each that differs costs a count over all rows, so this must be exact.
 */
const usualHeight = 56;

type VirtualRowsProps<Row> = Pick<TableProps<Row>, 'columns' | 'rowKey'> & {
  readonly rows: readonly Row[];
  readonly rowLink: ((row: Row) => string) | undefined;
  /** Drawn besides where the columns' widths are found (`use-fixed-columns.ts`). */
  readonly widest: readonly Row[];
};

/** The rows in sight and a few around them; two empty rows stand for all the others. The page itself scrolls. */
export function VirtualRows<Row>({ rows, columns, rowKey, rowLink, widest }: VirtualRowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const top = useTop(body);
  // Nothing that it returns is handed to a component that remembers its properties, but a function that stays the same.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => usualHeight,
    overscan: 4,
    rangeExtractor: wholeBlocks,
    scrollMargin: top,
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index];
        return row === undefined ? index : rowKey(row);
      },
      [rows, rowKey],
    ),
  });
  const { measureElement } = virtualizer;
  const draw = useCallback(
    (index: number) => {
      const row = rows[index];
      return (
        row !== undefined && (
          <TableRow row={row} index={index} columns={columns} link={rowLink?.(row)} measure={measureElement} />
        )
      );
    },
    [rows, columns, rowLink, measureElement],
  );
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top);

  return (
    <tbody role="rowgroup" ref={body} className="max-sm:block">
      <Gap height={before} columns={columns.length} />
      {items.map((item) => (
        <Slot key={item.key} index={item.index} draw={draw} />
      ))}
      <Gap height={after} columns={columns.length} />
      {widest.map((row) => (
        <TableRow key={`widest ${rowKey(row)}`} row={row} index={-1} columns={columns} link={undefined} />
      ))}
    </tbody>
  );
}

const block = 4;

/** Rows come and go a few at a time, so that most frames of scrolling have nothing to lay out and paint. */
function wholeBlocks({ startIndex, endIndex, overscan, count }: Range): number[] {
  const first = Math.max(0, Math.floor((startIndex - overscan) / block) * block);
  const end = Math.min(count, (Math.floor((endIndex + overscan) / block) + 1) * block);
  return Array.from({ length: end - first }, (_, index) => first + index);
}

/** How far down the page the rows begin. What stands above them may grow or shrink (a search message, a banner), and the page with it. */
function useTop(body: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body]);
  return top;
}

type SlotProps = { readonly index: number; readonly draw: (index: number) => ReactNode };

/** A row that stays in sight while the page scrolls is not drawn again. */
const Slot = memo(function Slot({ index, draw }: SlotProps) {
  return draw(index);
});

function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr aria-hidden="true" className="max-sm:block">
      <td colSpan={columns} className="p-0 max-sm:block" style={{ height: Math.max(0, height) }} />
    </tr>
  );
}
