import type { ReactNode } from 'react';

/** A headed part of an opened policy. */
export function DetailPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h4 className="mb-1.5 font-semibold">{title}</h4>
      {children}
    </div>
  );
}
