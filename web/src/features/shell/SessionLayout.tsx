import { Outlet } from 'react-router';
import { SessionProvider } from '../../kernel/session.tsx';
import { ToastRegion } from '../../ui/ToastRegion.tsx';

/** Around every page that needs to know who is there. */
export function SessionLayout() {
  return (
    <SessionProvider>
      <Outlet />
      <ToastRegion />
    </SessionProvider>
  );
}
