import { useState } from 'react';

/** Rows with something under way: several may have at once, and each knows only its own. */
export function useUnderWay() {
  const [underWay, setUnderWay] = useState<ReadonlySet<number>>(new Set());

  function mark(id: number, isUnderWay: boolean) {
    setUnderWay((current) => {
      const others = [...current].filter((other) => other !== id);
      return new Set(isUnderWay ? [...others, id] : others);
    });
  }

  return { underWay, mark };
}
