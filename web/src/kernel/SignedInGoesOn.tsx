import { GuestOnly } from './guards.tsx';
import { SessionProvider } from './session.tsx';

/** Asks whether there is a session and, if so, leaves the page; shows nothing. */
export function SignedInGoesOn() {
  return (
    <SessionProvider>
      <GuestOnly>{null}</GuestOnly>
    </SessionProvider>
  );
}
