import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

type MainRegionProps = {
  readonly children: ReactNode;
  readonly className?: string;
  readonly ref?: RefObject<HTMLElement | null>;
};

/** The page that was shown last, in whichever frame. None: the document was just opened, and begins at its own top. */
let shownPath: string | undefined;

/**
 * The page itself. A change of page moves the focus here, so that a screen reader starts at its top; a page whose first field
 * has the focus keeps it there.
 */
export function MainRegion({ children, className = '', ref }: MainRegionProps) {
  const own = useRef<HTMLElement>(null);
  const main = ref ?? own;
  const { pathname } = useLocation();

  useEffect(() => {
    const isOther = shownPath !== undefined && shownPath !== pathname;
    shownPath = pathname;
    const hasField = main.current?.querySelector('input:focus') !== null;
    if (isOther && !hasField) {
      main.current?.focus({ preventScroll: true });
    }
  }, [pathname, main]);

  return (
    <main ref={main} id="main" tabIndex={-1} className={`${className} outline-none`}>
      {children}
    </main>
  );
}
