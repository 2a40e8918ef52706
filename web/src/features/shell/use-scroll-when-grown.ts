import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { keptScroll } from '../../kernel/scroll-positions.ts';

/** After so long the person looks at what is there; in milliseconds. */
const patience = 10_000;

/** What says that the person goes somewhere themselves. */
const ownWays = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * After a reload, and on the way back to a page that has to ask again, the router scrolls before there is anything to scroll to:
 * goes on as the page grows.
 */
export function useScrollWhenGrown(): void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    const wanted = isReturn ? keptScroll(key) : 0;
    // Where it is scrolled to is asked only if that matters: to tell, the browser has to lay out the whole page.
    if (wanted === 0 || wanted <= window.scrollY) {
      return undefined;
    }
    const observer = new ResizeObserver(() => {
      window.scrollTo(0, wanted);
      if (window.scrollY >= wanted - 1) {
        stop();
      }
    });
    const timer = setTimeout(stop, patience);
    function stop() {
      observer.disconnect();
      clearTimeout(timer);
      for (const way of ownWays) {
        window.removeEventListener(way, stop);
      }
    }
    for (const way of ownWays) {
      window.addEventListener(way, stop, { passive: true });
    }
    observer.observe(document.body);
    return stop;
  }, [key, isReturn]);
}
