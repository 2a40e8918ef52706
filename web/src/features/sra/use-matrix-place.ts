import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import type { Spot } from './matrix-view.ts';

export type MatrixPlace = {
  /** How far the grid is scrolled in its frame. */
  readonly left: number;
  readonly top: number;
  /** The cell that was last at hand. */
  readonly spot: Spot;
  /** The ids of the organizations that are opened in the list of a narrow window. */
  readonly opened: readonly number[];
};

const start: MatrixPlace = { left: 0, top: 0, spot: { row: 0, column: 0 }, opened: [] };

/** By entry of the browser's history: the matrix leads to an organization, and the way back to where one was in it. */
const places = new Map<string, MatrixPlace>();

export function useMatrixPlace() {
  const { key } = useLocation();
  const [kept] = useState(() => places.get(key) ?? start);
  const keep = useCallback(
    (now: Partial<MatrixPlace>) => void places.set(key, { ...(places.get(key) ?? start), ...now }),
    [key],
  );
  const keepOpened = (id: number, isOpened: boolean) => {
    const others = (places.get(key) ?? start).opened.filter((other) => other !== id);
    keep({ opened: isOpened ? [...others, id] : others });
  };
  return { kept, keep, keepOpened };
}
