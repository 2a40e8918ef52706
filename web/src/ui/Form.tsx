import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

type FormProps = {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
};

function isLineOfText(target: EventTarget): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'search';
}

/**
 * Says itself what is wrong instead of leaving it to the browser, and takes the person to the first field with an error, also
 * when the server finds it later and they have typed nothing since. Enter submits also while the button is disabled: a browser
 * alone then does nothing, and nobody learns why.
 */
export function Form({ onSubmit, children }: FormProps) {
  const submitted = useRef<HTMLFormElement>(null);

  // After every drawing, until an error stands beside a field.
  useEffect(() => {
    const field = submitted.current?.querySelector('[aria-invalid="true"], [data-invalid] button');
    if (field instanceof HTMLElement) {
      submitted.current = null;
      // What closes or opens in the same moment moves the focus too: this comes after it.
      requestAnimationFrame(() => field.focus());
    }
  });

  function send(form: HTMLFormElement) {
    submitted.current = form;
    onSubmit();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    send(event.currentTarget);
  }

  function press(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && isLineOfText(event.target)) {
      event.preventDefault();
      send(event.currentTarget);
    }
  }

  function forget() {
    submitted.current = null;
  }

  return (
    // The keys are those of the fields inside; the form only hears them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form onSubmit={submit} onKeyDown={press} onInput={forget} noValidate className="space-y-5">
      {children}
    </form>
  );
}
