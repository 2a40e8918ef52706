import { Link, type LinkProps } from 'react-router';
import { join } from './join.ts';

const look = 'rounded-sm font-medium text-primary underline decoration-1 underline-offset-3 hover:text-primary-hover';

type TextLinkProps = Omit<LinkProps, 'className'> & { readonly className?: string };

/** A link in running text. */
export function TextLink({ className, ...rest }: TextLinkProps) {
  return <Link {...rest} className={join(look, className)} />;
}
