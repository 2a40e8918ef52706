import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';

type MainRegionProps = { readonly children: ReactNode; readonly className: string };

/** The page itself. A change of page moves the focus here, so that a screen reader starts at its top. */
export function MainRegion({ children, className }: MainRegionProps) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  useKeptFocus(main);

  useEffect(() => {
    if (shownPath.current !== pathname) {
      shownPath.current = pathname;
      main.current?.focus({ preventScroll: true });
    }
  }, [pathname]);

  return (
    <main ref={main} id="main" tabIndex={-1} className={`${className} outline-none`}>
      {children}
    </main>
  );
}
