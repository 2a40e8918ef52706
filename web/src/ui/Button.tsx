import type { ComponentProps, MouseEvent } from 'react';
import { type ButtonSize, type ButtonVariant, buttonLook } from './button-look.ts';
import { Icon, type IconName } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';
import { join } from './join.ts';

export type ButtonProps = ComponentProps<'button'> & {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
  /** At work: shows `pendingLabel` (or only a turning ring), keeps its width and focus, ignores presses. */
  readonly pending?: boolean;
  readonly pendingLabel?: string;
};

export function Button(props: ButtonProps) {
  const { variant, size, icon, pending = false, pendingLabel, className, children, type, onClick, ...rest } = props;

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (pending) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }

  return (
    <button
      {...rest}
      type={type ?? 'button'}
      onClick={press}
      className={buttonLook(variant ?? 'secondary', size ?? 'medium', className)}
      {...(pending ? { 'aria-disabled': true, 'aria-busy': true } : {})}
    >
      {/* Both labels stand in one cell, so the button is as wide as the wider one from the start. */}
      <span className="inline-grid place-items-center">
        <span className={join('col-start-1 row-start-1 inline-flex items-center', pending && 'invisible')}>
          {icon !== undefined && <Icon name={icon} className="-ml-0.5 mr-1.5 size-[1.15em]" />}
          {children}
        </span>
        {pending && (
          <span className="col-start-1 row-start-1 inline-flex items-center gap-2">
            <Spinner />
            {pendingLabel ?? <span className="sr-only">{children}</span>}
          </span>
        )}
      </span>
    </button>
  );
}
