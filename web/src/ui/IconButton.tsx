import type { ComponentProps } from 'react';
import { buttonLook } from './button-look.ts';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  readonly icon: IconName;
  /** The button's name, read out and shown on hover. */
  readonly label: string;
  readonly tone?: 'plain' | 'bad';
  readonly pending?: boolean;
};

/** A square button of 36 px with only an icon in it. */
export function IconButton({ icon, label, tone = 'plain', pending = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      aria-busy={pending}
      className={buttonLook(
        'quiet',
        'medium',
        classes('size-9 min-h-0 p-0 text-ink-soft hover:text-ink', tone === 'bad' && 'hover:text-bad', className),
      )}
    >
      {pending ? <Spinner /> : <Icon name={icon} className="size-[1.125rem]" />}
    </button>
  );
}
