import { type RefObject, useEffect } from 'react';

/**
 * When a control that has the focus goes or closes, for example with its row, a browser leaves the focus nowhere and a keyboard
 * starts again at the top of the page. Here it goes to the control's row, the row beside it, or the heading of that part of the
 * page; also when a dialog closes and what opened it is gone. What is still there gets it back where the dialog itself fails to. Never to another control: whoever holds Enter down would press it.
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = page.current;
    if (root === null) {
      return undefined;
    }
    let held: HTMLElement | undefined;
    let isStandIn = false;
    let waiting = 0;

    function remember({ target }: FocusEvent) {
      if (target instanceof HTMLElement && root?.contains(target)) {
        held = target;
        isStandIn = false;
      } else if (target instanceof Element && target.closest(dialogs) === null) {
        held = undefined;
      }
    }

    function follow(changes: readonly MutationRecord[]) {
      if (held !== undefined && !canHold(held)) {
        held = standInFor(held, changes);
        isStandIn = true;
      }
      // A dialog that followed another one only knows a place in that, which is gone.
      if (!isStandIn && !changes.some(hasClosed)) {
        return;
      }
      cancelAnimationFrame(waiting);
      // What closes gives the focus back itself where it can: this comes after it.
      waiting = requestAnimationFrame(giveBack);
    }

    function giveBack() {
      if (held === undefined || !isFocusLost()) {
        return;
      }
      // What lies under a dialog takes the focus again a little after that has closed: on a long page too late for the dialog.
      if (held.closest('[inert]') !== null) {
        waiting = requestAnimationFrame(giveBack);
      } else {
        focusPlace(held, isStandIn);
      }
    }

    const observer = new MutationObserver(follow);
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    // Dialogs stand beside the page.
    observer.observe(document.body, { childList: true });
    document.addEventListener('focusin', remember);
    return () => {
      cancelAnimationFrame(waiting);
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, [page]);
}

const dialogs = '[role="dialog"], [role="alertdialog"]';

function hasClosed({ target, removedNodes }: MutationRecord): boolean {
  return target === document.body && removedNodes.length > 0;
}

function canHold(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled');
}

function isFocusLost(): boolean {
  const { activeElement, body } = document;
  const isNowhere = activeElement === null || activeElement === body || activeElement.matches(':disabled');
  return isNowhere && document.querySelector(dialogs) === null;
}

const rows = 'tr:not([aria-hidden]), li';

function standInFor(gone: Element, changes: readonly MutationRecord[]): HTMLElement | undefined {
  if (gone.isConnected) {
    return gone.closest<HTMLElement>(rows) ?? headingNear(gone);
  }
  const change = changes.find(
    ({ target, removedNodes }) => target.isConnected && [...removedNodes].some((node) => node.contains(gone)),
  );
  if (change === undefined || !(change.target instanceof Element)) {
    return undefined;
  }
  const beside = [change.nextSibling, change.previousSibling].find(isRow);
  return beside ?? change.target.closest<HTMLElement>(rows) ?? headingNear(change.target);
}

function isRow(node: Node | null): node is HTMLElement {
  return node instanceof HTMLElement && node.isConnected && node.matches(rows);
}

function headingNear(place: Element): HTMLElement | undefined {
  const heading = place.querySelector<HTMLElement>('h1, h2, h3');
  if (heading !== null || place.parentElement === null) {
    return heading ?? undefined;
  }
  return headingNear(place.parentElement);
}

function focusPlace(place: HTMLElement, isStandIn: boolean): void {
  if (isStandIn && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}
