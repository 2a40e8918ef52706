import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { join } from './join.ts';
import { closeToast, type ToastMessage, toastSeconds, toastsShown, watchToasts } from './toast.ts';

const looks = {
  good: { icon: 'checkCircle', look: 'text-good' },
  bad: { icon: 'xCircle', look: 'text-bad' },
  info: { icon: 'info', look: 'text-info' },
} as const;

/** Where toasts appear; mounted once. Stays reachable while a dialog is open (`data-react-aria-top-layer`). */
export function ToastRegion() {
  const messages = useSyncExternalStore(watchToasts, toastsShown, toastsShown);
  // Where the focus was before it came here: a message that is closed gives it back.
  const before = useRef<HTMLElement>(undefined);

  function remember({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
      before.current = relatedTarget;
    }
  }

  function close({ id }: ToastMessage) {
    closeToast(id);
    const place = before.current?.isConnected === true ? before.current : document.getElementById('main');
    place?.focus({ preventScroll: true });
  }

  return (
    // The focus is that of the buttons inside; the region only hears of it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label="Messages"
      onFocus={remember}
      data-react-aria-top-layer="true"
      // On a phone dialogs stand at the bottom, with their buttons: messages stay out of their way, under the header.
      className="pointer-events-none fixed inset-x-3 top-16 z-60 flex flex-col items-end gap-2 sm:top-auto sm:bottom-3 sm:left-auto sm:w-96 print:hidden"
    >
      <div role="status" aria-live="polite" className="flex w-full flex-col gap-2">
        {messages.map(
          (message) =>
            message.tone !== 'bad' && <Toast key={message.id} message={message} onClose={() => close(message)} />,
        )}
      </div>
      <div role="alert" className="flex w-full flex-col gap-2">
        {messages.map(
          (message) =>
            message.tone === 'bad' && <Toast key={message.id} message={message} onClose={() => close(message)} />,
        )}
      </div>
    </section>
  );
}

function Toast({ message, onClose }: { readonly message: ToastMessage; readonly onClose: () => void }) {
  const { icon, look } = looks[message.tone];
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    if (isHeld || message.tone === 'bad') {
      return undefined;
    }
    const timer = setTimeout(() => closeToast(message.id), toastSeconds * 1000);
    return () => clearTimeout(timer);
  }, [isHeld, message]);

  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="enter-rise pointer-events-auto flex w-full items-start gap-3 rounded-xl border border-line bg-surface py-2.5 pr-2 pl-4 text-ink shadow-raised"
    >
      <Icon name={icon} className={join('mt-1.5', look)} />
      <p className="min-w-0 grow py-1.5 font-medium">{message.text}</p>
      <IconButton icon="x" label="Close message" onClick={onClose} />
    </div>
  );
}
