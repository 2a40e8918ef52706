import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';

type Hint = {
  readonly isShown: boolean;
  /** Of what the pointer may move over without losing the hint: its button and the hint itself are inside. */
  readonly region: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onPointerLeave: () => void;
  };
  readonly button: {
    readonly 'aria-describedby': string;
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: () => void;
    readonly onClick: () => void;
  };
  readonly id: string;
};

/**
 * A hint that shows while a mouse is on its button or the keyboard's focus is, and from a press until there is one elsewhere.
 * Escape puts it away (WCAG 1.4.13).
 */
export function useHint(): Hint {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const [shownBy, setShownBy] = useState<'mouse' | 'choice'>();
  const isShown = shownBy !== undefined;

  useEffect(() => {
    if (!isShown) {
      return undefined;
    }
    const listening = new AbortController();
    const { signal } = listening;
    const hide = () => setShownBy(undefined);
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal });
    // A finger that taps beside it takes the focus away in some browsers only.
    const isElsewhere = ({ target }: Event) => !(target instanceof Node && ref.current?.contains(target));
    document.addEventListener('pointerdown', (event) => isElsewhere(event) && hide(), { signal });
    return () => listening.abort();
  }, [isShown]);

  return {
    isShown,
    region: { ref, onPointerLeave: () => setShownBy((by) => (by === 'mouse' ? undefined : by)) },
    button: {
      'aria-describedby': id,
      onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && setShownBy((by) => by ?? 'mouse'),
      // Not the focus that comes with a press, or back to a window that was left: nobody moved there.
      onFocus: ({ target }) => target.matches(':focus-visible') && setShownBy('choice'),
      onBlur: () => setShownBy(undefined),
      onClick: () => setShownBy('choice'),
    },
    id,
  };
}
