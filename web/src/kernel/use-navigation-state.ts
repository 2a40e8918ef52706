import { useLocation } from 'react-router';

/** What the page before left for this one; read it with `textInState`. */
export function useNavigationState(): unknown {
  const location: { readonly state: unknown } = useLocation();
  return location.state;
}
