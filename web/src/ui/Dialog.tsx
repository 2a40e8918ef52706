import { type ReactNode, useContext, useLayoutEffect } from 'react';
import type { DialogWindowProps } from './controls/DialogWindow.tsx';
import { DialogHold } from './dialog-hold.ts';
import { OnItsWay } from './OnItsWay.tsx';
import { useControls } from './use-controls.ts';

/** A window over the page. Holds the focus, gives it back when it closes; its buttons go into `<DialogFooter>`. */
export function Dialog(props: DialogWindowProps) {
  const controls = useControls(props.isOpen ? 'now' : undefined);
  if (controls === undefined) {
    return props.isOpen && <OnItsWay />;
  }
  return <controls.DialogWindow {...props} />;
}

type FooterProps = {
  readonly children: ReactNode;
  /** What was sent from the dialog is not answered yet: the dialog stays, so that the answer finds the one that it belongs to. */
  readonly isPending?: boolean;
};

/** The row of buttons at the end of a dialog: the way out first, the action last. */
export function DialogFooter({ children, isPending = false }: FooterProps) {
  const hold = useContext(DialogHold);
  useLayoutEffect(() => {
    hold(isPending);
    return () => hold(false);
  }, [hold, isPending]);
  return <div className="mt-6 flex flex-wrap-reverse justify-end gap-3 max-sm:*:grow">{children}</div>;
}
