import { useEffect, useState } from 'react';

/** How long a search rests after the last key before anybody is told; in milliseconds. */
const rest = 250;

/**
 * What comes before a link is followed, which may be before the keys have rested: on the way back the term has to stand there.
 * Not the click itself: a checkbox that is drawn again in the midst of one falls back.
 */
const turningAway = ['pointerdown', 'focusout'] as const;

/** What is being typed over a term that stands elsewhere, such as the address, and is told there when the keys rest. */
export function useTypedTerm(term: string, onTerm: (term: string) => void): readonly [string, (typed: string) => void] {
  const [typed, setTyped] = useState(term);
  const [told, setTold] = useState(term);
  const [seen, setSeen] = useState(term);
  if (term !== seen) {
    setSeen(term);
    // What was told comes back while more may have been typed; any other term was put there by somebody else.
    if (term !== told) {
      setTyped(term);
      setTold(term);
    }
  }
  useEffect(() => {
    if (typed === told) {
      return undefined;
    }
    const tell = () => {
      stop();
      setTold(typed);
      onTerm(typed);
    };
    const timer = setTimeout(tell, rest);
    // The keys that go back in the history, which no link is pressed for.
    const tellBeforeBack = ({ altKey, metaKey }: KeyboardEvent) => (altKey || metaKey) && tell();
    window.addEventListener('keydown', tellBeforeBack);
    for (const event of turningAway) {
      window.addEventListener(event, tell);
    }
    function stop() {
      clearTimeout(timer);
      window.removeEventListener('keydown', tellBeforeBack);
      for (const event of turningAway) {
        window.removeEventListener(event, tell);
      }
    }
    return stop;
  }, [typed, told, onTerm]);
  return [typed, setTyped];
}
