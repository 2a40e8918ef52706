import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

type MainRegionProps = {
  readonly children: ReactNode;
  readonly className: string;
  readonly ref?: RefObject<HTMLElement | null>;
};

/** The page itself. A change of page moves the focus here, so that a screen reader starts at its top. */
export function MainRegion({ children, className, ref }: MainRegionProps) {
  const own = useRef<HTMLElement>(null);
  const main = ref ?? own;
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);

  useEffect(() => {
    if (shownPath.current !== pathname) {
      shownPath.current = pathname;
      main.current?.focus({ preventScroll: true });
    }
  }, [pathname, main]);

  return (
    <main ref={main} id="main" tabIndex={-1} className={`${className} outline-none`}>
      {children}
    </main>
  );
}
