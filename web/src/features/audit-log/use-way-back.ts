import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { openedFromRow } from '../../ui/opened-from-row.ts';

/**
 * Closes what a row of the list opened: the page before is the list, and a second one in the history would have to be left twice.
 * @param showList what else closes it: whoever came by an address has no list behind them.
 */
export function useWayBack(showList: () => void): () => void {
  const navigate = useNavigate();
  const location: { readonly key: string; readonly state: unknown } = useLocation();
  const isOnTheWay = useRef(false);
  useEffect(() => {
    isOnTheWay.current = false;
  }, [location.key]);
  return () => {
    if (!openedFromRow.isIn(location.state)) {
      showList();
    } else if (!isOnTheWay.current) {
      // Pressed twice, Escape would lead to the page before the list.
      isOnTheWay.current = true;
      void navigate(-1);
    }
  };
}
