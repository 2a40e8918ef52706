import type { FormEvent, KeyboardEvent, ReactNode, Ref } from 'react';
import { focusFirstError } from './focus-first-error.ts';
import { join } from './join.ts';

type FormProps = {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLFormElement>;
  readonly className?: string;
};

function isLineOfText(target: EventTarget): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'search';
}

/**
 * Says itself what is wrong instead of leaving it to the browser, and takes the person to the first field with an
 * error. Enter submits also while the button is disabled: a browser alone then does nothing, and nobody learns why.
 */
export function Form({ onSubmit, children, ref, className }: FormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSubmit();
    focusFirstError(event.currentTarget);
  }

  function press(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && isLineOfText(event.target)) {
      event.preventDefault();
      onSubmit();
      focusFirstError(event.currentTarget);
    }
  }

  return (
    // The keys are those of the fields inside; the form only hears them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={ref} onSubmit={submit} onKeyDown={press} noValidate className={join('space-y-5', className)}>
      {children}
    </form>
  );
}
