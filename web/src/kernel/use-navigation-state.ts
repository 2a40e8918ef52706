import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const never = () => () => undefined;

/**
 * What the page before left for this one; read it with `textInState`. A prerendered page knows nothing of it: loaded again,
 * it is first drawn without, as it stands in the document, and then with it.
 */
export function useNavigationState(): unknown {
  const location: { readonly state: unknown } = useLocation();
  return useSyncExternalStore(
    never,
    () => location.state,
    () => null,
  );
}
