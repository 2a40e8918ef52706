import type { ComponentProps } from 'react';
import { iconButtonLook } from './button-look.ts';
import { Icon, type IconName } from './Icon.tsx';
import { join } from './join.ts';
import { Spinner } from './Spinner.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  readonly icon: IconName;
  /** The button's name, read out and shown on hover. */
  readonly label: string;
  readonly tone?: 'plain' | 'bad';
  readonly pending?: boolean;
  /** 36 px, or 32 px inside a field. */
  readonly size?: 'small' | 'medium';
};

/** A square button with only an icon in it. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, tone = 'plain', pending = false, size = 'medium', className, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      aria-busy={pending}
      className={join(
        iconButtonLook,
        'disabled:opacity-55 aria-disabled:opacity-55',
        size === 'medium' ? 'size-9' : 'size-8',
        tone === 'bad' ? 'hover:text-bad' : 'hover:text-ink',
        className,
      )}
    >
      {pending ? <Spinner /> : <Icon name={icon} className="size-[1.125rem]" />}
    </button>
  );
}
