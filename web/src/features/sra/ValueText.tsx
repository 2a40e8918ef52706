import { Fragment } from 'react';

/** A setting's value: where it is wider than its place it breaks behind a sign in it, not within a word. */
export function ValueText({ children }: { readonly children: string }) {
  const parts = children.split(/(?<=[_/.,;:-])/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
