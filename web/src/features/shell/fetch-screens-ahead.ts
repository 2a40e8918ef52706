import { whenAtRest } from '../../kernel/when-at-rest.ts';
import { whenIdle } from '../../kernel/when-idle.ts';
import { loadControls } from '../../ui/use-controls.ts';

/** A screen's address, and what fetches its code. */
export type ScreenCode = { readonly path: string; readonly load: () => Promise<unknown> };

/** The part of the product: 'msp', 'org' or 'settings'. */
function partOf(path: string): string | undefined {
  return path.split('/')[1];
}

/** https://developer.mozilla.org/docs/Web/API/NetworkInformation/saveData, which not every browser knows. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  );
}

/** How long each of them waits on a page that is busy, in milliseconds. */
const patience = 5_000;

let isFetchingAhead = false;

/**
 * Fetches the code of the screens that the menu leads to, one after another, while the browser has nothing else to do: whoever
 * presses an entry then waits for its figures alone. Not for people who asked their browser to save data. Once, when the first
 * screen is shown; what that one asked for goes first, and then what opens over it.
 */
export function fetchScreensAhead(screens: readonly ScreenCode[]): void {
  if (isFetchingAhead || savesData()) {
    return;
  }
  isFetchingAhead = true;
  const here = partOf(location.pathname);
  const near = screens.filter(({ path }) => partOf(path) === here || partOf(path) === 'settings');
  // A menu or a window over this page is nearer than any other page.
  const waiting = [{ load: loadControls }, ...near];
  const next = () => {
    // What can't be fetched now is fetched when it is asked for.
    waiting.shift()?.load().then(later, later);
  };
  const later = () => whenIdle(next, patience);
  whenAtRest(next, patience);
}
