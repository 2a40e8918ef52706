import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import type { Spot } from './matrix-view.ts';

/** How far the matrix is scrolled in its frame, and which cell was last at hand. */
export type MatrixPlace = { readonly left: number; readonly top: number; readonly spot: Spot };

const start: MatrixPlace = { left: 0, top: 0, spot: { row: 0, column: 0 } };

/** By entry of the browser's history: a cell leads to an organization, and the way back to that cell. */
const places = new Map<string, MatrixPlace>();

export function useMatrixPlace() {
  const { key } = useLocation();
  const [kept] = useState(() => places.get(key) ?? start);
  const keep = useCallback(
    (now: Partial<MatrixPlace>) => void places.set(key, { ...(places.get(key) ?? start), ...now }),
    [key],
  );
  return { kept, keep };
}
