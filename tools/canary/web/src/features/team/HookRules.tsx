// canary: lint react/rules-of-hooks
// canary: lint react/exhaustive-deps
import { useEffect, useState } from 'react';

export function Broken({ open, title }: { open: boolean; title: string }) {
  if (open) {
    useState(0);
  }
  useEffect(() => {
    document.title = title;
  }, []);
  return null;
}
