import { useEffect, useState } from 'react';
import { whenIdle } from '../../kernel/when-idle.ts';

/** How long what may come later waits on a page that is busy, in milliseconds. */
const patience = 300;

/**
 * False until the browser has painted what was drawn first and has nothing else to do: what may come later leaves the thread to that,
 * and to a first press.
 */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let takeBack: (() => void) | undefined;
    const frame = requestAnimationFrame(() => {
      // Runs before the frame is painted; what it leaves for later, after.
      takeBack = whenIdle(() => setIdle(true), patience);
    });
    return () => {
      cancelAnimationFrame(frame);
      takeBack?.();
    };
  }, []);
  return isIdle;
}
