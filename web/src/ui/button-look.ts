import { join } from './join.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary-fill text-on-primary hover:bg-primary-fill-hover',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-hover',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-hover',
  danger: 'border-transparent bg-bad-fill text-on-primary hover:bg-bad-fill-hover',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-8 gap-1.5 rounded-md px-2.5 text-[0.8125rem]',
  medium: 'min-h-10 gap-2 rounded-lg px-4 text-sm',
  large: 'min-h-12 gap-2 rounded-xl px-6 text-base',
};

/** A square with only an icon in it; its size comes with it. */
export const iconButtonLook = 'inline-grid shrink-0 place-items-center rounded-lg text-ink-soft hover:bg-hover';

/** One look for buttons and for links that look like buttons. */
export function buttonLook(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return join(
    'inline-flex select-none items-center justify-center border font-medium whitespace-nowrap',
    'disabled:opacity-55',
    variants[variant],
    sizes[size],
    className,
  );
}
