import { Fragment } from 'react';

/** A domain name that breaks before a dot, and inside a label only where there is no other way. */
export function DomainText({ domain }: { readonly domain: string }) {
  const [first = '', ...rest] = domain.split('.');
  return (
    <span className="max-2xl:wrap-anywhere">
      {first}
      {rest.map((label, index) => (
        <Fragment key={index}>
          <wbr />.{label}
        </Fragment>
      ))}
    </span>
  );
}
