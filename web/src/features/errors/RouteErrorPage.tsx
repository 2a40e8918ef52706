import { useEffect } from 'react';
import { buttonLook } from '../../ui/button-look.ts';

/**
 * Shown in place of a page that broke. It needs no file besides itself: what broke may be that a new release replaced
 * the files of the old one, which loading again mends.
 */
export function RouteErrorPage() {
  useEffect(() => {
    document.title = 'Error · Sentrywell';
  }, []);
  return (
    <main className="grid min-h-dvh place-items-center p-6 text-center text-base">
      <div role="alert">
        <h1 className="text-xl font-semibold">Unexpected Application Error!</h1>
        <p className="mt-2 text-ink-soft">This page could not be shown. Nothing that you saved is lost.</p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <button type="button" onClick={() => window.location.reload()} className={buttonLook('primary', 'medium')}>
            Load the page again
          </button>
          {/* A real load, not a route change: whatever broke starts afresh. */}
          <a href="/" className={buttonLook('secondary', 'medium')}>
            Go back to home
          </a>
        </div>
      </div>
    </main>
  );
}
