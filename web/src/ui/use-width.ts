import { type RefObject, useEffect, useState } from 'react';

/** The element's own width in pixels, followed as it changes; 0 before the first measure. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const target = element.current;
    if (target === null) {
      return undefined;
    }
    const observer = new ResizeObserver(() => setWidth(Math.floor(target.clientWidth)));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
