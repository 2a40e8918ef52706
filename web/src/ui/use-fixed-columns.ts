import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Column } from './table-types.ts';
import { widestRows } from './widest-rows.ts';

/** Widths in pixels: of the frame around a table, and of the table's columns in it. */
type Fixed = { readonly frame: number; readonly columns: readonly number[] };

type FixedColumns<Row> = {
  /** The element around the table. */
  readonly frame: RefObject<HTMLDivElement | null>;
  /** undefined: the browser finds them by the rows that are drawn. */
  readonly widths: readonly number[] | undefined;
  /** Rows to be drawn besides, for the moment in which the widths are found; nobody sees them. */
  readonly widest: readonly Row[];
};

/**
 * The rows of a long list come and go while it scrolls, and its columns would move with them. So their widths are found once, among
 * the rows that need the most room, and stay until there is more or less room.
 * @param rows undefined: no such list, or not any more.
 */
export function useFixedColumns<Row>(
  rows: readonly Row[] | undefined,
  columns: ReadonlyArray<Column<Row>>,
): FixedColumns<Row> {
  const frame = useRef<HTMLDivElement>(null);
  const [fixed, setFixed] = useState<Fixed>();
  const isFinding = rows !== undefined && fixed === undefined;

  useLayoutEffect(() => {
    if (isFinding && frame.current !== null) {
      const heads = frame.current.querySelectorAll('thead th');
      const widths = Array.from(heads, (head) => head.getBoundingClientRect().width);
      setFixed({ frame: frame.current.clientWidth, columns: widths });
    }
  }, [isFinding]);

  useLayoutEffect(() => {
    if (fixed === undefined || frame.current === null) {
      return undefined;
    }
    const observer = new ResizeObserver(([entry]) => {
      if (entry?.target.clientWidth !== fixed.frame) {
        setFixed(undefined);
      }
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [fixed]);

  return { frame, widths: fixed?.columns, widest: isFinding ? widestRows(rows, columns) : [] };
}
