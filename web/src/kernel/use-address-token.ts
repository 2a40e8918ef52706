import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { textInState } from './navigation-state.ts';
import { useNavigationState } from './use-navigation-state.ts';

/**
 * The one-use token of a link out of a mail ('?token=…'); '' where the address names none. It leaves the address at
 * once, so that it ends up in no bookmark, screenshot or referrer (security rule 9), and goes on in the state of the
 * history entry, so that loading the page again still knows it.
 */
export function useAddressToken(): string {
  const { pathname, search } = useLocation();
  const state = useNavigationState();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const named = query.get('token') ?? '';

  useEffect(() => {
    if (named !== '') {
      void navigate(pathname, { replace: true, preventScrollReset: true, state: { token: named } });
    }
  }, [named, navigate, pathname]);

  return named === '' ? (textInState(state, 'token') ?? '') : named;
}
