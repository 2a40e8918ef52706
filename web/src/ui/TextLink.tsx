import { Link, type LinkProps } from 'react-router';
import { join } from './join.ts';

const look = 'rounded-sm font-medium text-primary underline decoration-1 underline-offset-3 hover:text-primary-hover';

type TextLinkProps = Omit<LinkProps, 'className'> & { readonly className?: string };

/** A link in running text. */
export function TextLink({ className, ...rest }: TextLinkProps) {
  return <Link {...rest} className={join(look, className)} />;
}

type OutsideLinkProps = { readonly href: string; readonly className?: string; readonly children: string };

/** Leaves the product, in a new tab that learns nothing about us. */
export function OutsideLink({ href, className, children }: OutsideLinkProps) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={join(look, className)}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
