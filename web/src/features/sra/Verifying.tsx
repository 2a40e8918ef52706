import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { WorkspaceSignIn } from './use-workspace-sign-in.ts';

const sentences = {
  starting: 'Opening the sign-in window…',
  waiting: 'Finish signing in with Google in the window that opened. Reading the settings can take up to a minute.',
  reading: 'The settings are read. Fetching the assessment…',
};

type Props = {
  readonly phase: keyof typeof sentences;
  readonly signIn: Pick<WorkspaceSignIn, 'cancel' | 'showWindow'>;
};

/** Shown from the click until the policies are there (specification §2, ruling R28). */
export function Verifying({ phase, signIn }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone: the focus would fall to the top of the page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className="enter-quick rounded-xl border border-line bg-surface px-6 py-14 text-center shadow-card">
      <div className="relative mx-auto mb-6 grid size-24 place-items-center" aria-hidden="true">
        <span className="absolute inset-0 rounded-full bg-primary-tint breathe" />
        <span className="absolute inset-0 rounded-full border-3 border-line border-t-primary spin" />
        <Icon name="shieldCheck" className="relative size-11 text-primary" />
      </div>
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        Verifying Your Identity
      </h2>
      <p role="status" className="mx-auto mt-1.5 min-h-11 max-w-md text-ink-soft">
        {sentences[phase]}
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {phase === 'waiting' && <Button onClick={signIn.showWindow}>Show the sign-in window</Button>}
        <Button variant="quiet" onClick={signIn.cancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
