import type { MatrixFilter, ShownMatrix } from '@sentrywell/contract/matrix-filter.ts';
import { type Virtualizer, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';
import type { Spot } from './matrix-view.ts';
import type { MatrixPlace } from './use-matrix-place.ts';

/** Sizes in pixels: the table counts with them before anything is drawn. No setting's title is cut off at this width. */
export const matrixSizes = { column: 44, row: 48, head: 216, title: 384 };

/** The rows or columns that are drawn, and how much room those before and after them take. */
type Part = { readonly indexes: readonly number[]; readonly before: number; readonly after: number };

export type MatrixWindow = {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly across: Part;
  readonly down: Part;
  /** Width of the whole table. */
  readonly width: number;
  readonly reveal: (spot: Spot) => void;
};

function partOf(virtualizer: Virtualizer<HTMLDivElement, Element>): Part {
  const items = virtualizer.getVirtualItems();
  const { scrollMargin } = virtualizer.options;
  return {
    indexes: items.map(({ index }) => index),
    before: (items[0]?.start ?? scrollMargin) - scrollMargin,
    after: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin),
  };
}

type Matrix = {
  readonly shown: ShownMatrix;
  readonly filter: MatrixFilter;
  /** Where it begins. */
  readonly kept: MatrixPlace;
};

/** Which cells of the matrix are in sight. */
export function useMatrixWindow({ shown, filter, kept }: Matrix): MatrixWindow {
  const frame = useRef<HTMLDivElement>(null);
  const shared = { getScrollElement: () => frame.current, overscan: 4 };
  // Nothing that these return is handed to a component that remembers its properties.
  // oxlint-disable-next-line react/incompatible-library
  const columns = useVirtualizer({
    ...shared,
    horizontal: true,
    initialOffset: kept.left,
    count: shown.organizations.length,
    estimateSize: () => matrixSizes.column,
    scrollMargin: matrixSizes.title,
    scrollPaddingStart: matrixSizes.title,
  });
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    ...shared,
    initialOffset: kept.top,
    count: shown.settings.length,
    estimateSize: () => matrixSizes.row,
    scrollMargin: matrixSizes.head,
    scrollPaddingStart: matrixSizes.head,
  });
  const filteredBy = useRef(filter);
  useEffect(() => {
    // What comes anew for the same filters leaves the person where they are.
    if (filteredBy.current !== filter) {
      filteredBy.current = filter;
      frame.current?.scrollTo(0, 0);
    }
  }, [filter]);
  return {
    frame,
    across: partOf(columns),
    down: partOf(rows),
    width: matrixSizes.title + columns.getTotalSize(),
    reveal: ({ row, column }) => {
      // The head is row 0 and always in sight.
      rows.scrollToIndex(Math.max(0, row - 1));
      columns.scrollToIndex(column);
    },
  };
}
