import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { type Spot, spotAfter } from './matrix-view.ts';

type Grid = {
  readonly frame: RefObject<HTMLElement | null>;
  readonly rows: number;
  readonly columns: number;
  /** How many rows a page key goes. */
  readonly page: number;
  readonly start: Spot;
  readonly onSpot: (spot: Spot) => void;
  /** Brings a spot into sight, so that it is drawn. */
  readonly reveal: (spot: Spot) => void;
};

export type GridFocus = {
  readonly spot: Spot;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: FocusEvent) => void;
};

export function idOf({ row, column }: Spot): string {
  return `matrix-${row}-${column}`;
}

function spotOfId(id: string): Spot | undefined {
  const [, row, column] = /^matrix-(\d+)-(\d+)$/.exec(id) ?? [];
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) };
}

/** One tab stop for the whole grid; arrows, Home, End and the page keys move within it. */
export function useGridFocus({ frame, rows, columns, page, start, onSpot, reveal }: Grid): GridFocus {
  const [spot, setSpot] = useState(start);
  const [isMoving, setMoving] = useState(false);
  const inside = { row: Math.min(spot.row, rows - 1), column: Math.min(spot.column, columns - 1) };

  // A cell that was out of sight is drawn a little after it was scrolled to.
  useEffect(() => {
    if (!isMoving) {
      return undefined;
    }
    let tries = 0;
    let waiting = 0;
    const focus = () => {
      const cell = frame.current?.querySelector<HTMLElement>(`#${idOf(spot)}`);
      tries += 1;
      if (cell === null || cell === undefined) {
        waiting = tries < 20 ? requestAnimationFrame(focus) : 0;
      } else {
        cell.focus();
        setMoving(false);
      }
    };
    waiting = requestAnimationFrame(focus);
    return () => cancelAnimationFrame(waiting);
  }, [isMoving, spot, frame]);

  const onFocus = ({ target }: FocusEvent) => {
    const to = spotOfId(target.id);
    if (to !== undefined) {
      setSpot(to);
      onSpot(to);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = event.altKey || event.metaKey ? undefined : spotAfter(event.key, inside, { rows, columns, page });
    if (to !== undefined) {
      event.preventDefault();
      setSpot(to);
      setMoving(true);
      reveal(to);
    }
  };
  return { spot: inside, onKeyDown, onFocus };
}
