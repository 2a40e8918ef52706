import { useRef } from 'react';
import { Link, Outlet } from 'react-router';
import { Logo } from '../../ui/Logo.tsx';
import { MainRegion } from '../../ui/MainRegion.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { OfflineBanner } from './OfflineBanner.tsx';

/** The frame of pages outside the shell: sign-in, registration, contact, errors. */
export function PublicLayout() {
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  return (
    <div className="flex min-h-dvh flex-col text-base">
      <header className="px-4 py-4 sm:px-8">
        <Link to="/" className="inline-block rounded-lg">
          <Logo />
        </Link>
      </header>
      <OfflineBanner />
      <MainRegion ref={main} className="mx-auto w-full max-w-lg grow px-4 pt-4 pb-16 sm:pt-10">
        <Outlet />
      </MainRegion>
    </div>
  );
}
