import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { TableRow } from './TableRow.tsx';
import type { TableProps } from './table-types.ts';

/** A desktop row's height in pixels; phone rows are taller and are measured as they come into sight. */
const usualHeight = 57;

type VirtualRowsProps<Row> = Pick<TableProps<Row>, 'columns' | 'rowKey'> & {
  readonly rows: readonly Row[];
  readonly rowLink: ((row: Row) => string) | undefined;
};

/** The rows in sight and a few around them; two empty rows stand for all the others. The page itself scrolls. */
export function VirtualRows<Row>({ rows, columns, rowKey, rowLink }: VirtualRowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  // What stands above the table may grow or shrink at any render (a search message, a banner).
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect();
    setTop(Math.round((box?.top ?? 0) + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => usualHeight,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
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
    </tbody>
  );
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
