import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { type ButtonSize, type ButtonVariant, buttonLook } from './button-look.ts';
import { Icon, type IconName } from './Icon.tsx';

type LinkButtonProps = Omit<LinkProps, 'className'> & {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
  readonly className?: string;
  readonly children: ReactNode;
};

/** Goes somewhere, looks like a button. */
export function LinkButton({
  variant = 'secondary',
  size = 'medium',
  icon,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonLook(variant, size, className)}>
      {icon !== undefined && <Icon name={icon} className="-ml-0.5 size-[1.15em]" />}
      {children}
    </Link>
  );
}
