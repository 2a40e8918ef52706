import { useCallback, useState } from 'react';

/** Which policies are opened up. */
export function useOpenRows() {
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set<string>());
  const open = useCallback((key: string) => setOpenKeys((keys) => new Set(keys).add(key)), []);
  const toggle = useCallback((key: string) => {
    setOpenKeys((keys) => {
      const next = new Set(keys);
      if (!next.delete(key)) {
        next.add(key);
      }
      return next;
    });
  }, []);
  return { openKeys, open, toggle };
}
