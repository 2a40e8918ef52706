import { allCameAhead } from '../../kernel/asked-ahead.ts';
import { readSession, type SessionState } from '../../kernel/read-session.ts';
import { askAllAheadOf } from './ask-ahead.ts';

type Asked = { readonly answer: Promise<SessionState>; state: SessionState | undefined };

/** Asked for while the code of the page is still on its way; the layout takes it once. */
let asked: Asked | undefined;

/** Asks who is there, and as soon as that is known for what their screen shows; once, until the layout has taken the answer. */
export function askWhoIsThere(): Asked {
  asked ??= begin();
  return asked;
}

function begin(): Asked {
  const answer = readSession((session) => askAllAheadOf(window.location, session));
  const begun: Asked = { answer, state: undefined };
  void answer.then((state) => {
    begun.state = state;
  });
  return begun;
}

/**
 * How long a page waits to be drawn once instead of twice: with its person, and then with what its screen was asked for ahead; in
 * milliseconds. That is much more to wait for, and the page can be looked at without it.
 */
const patience = { person: 200, screen: 50 };

/** @returns when it is known who is there and what their screen shows, or when the page should be drawn without. */
export async function isReadyToDraw(): Promise<void> {
  await atMost(patience.person, askWhoIsThere().answer);
  await atMost(patience.screen, allCameAhead());
}

function atMost(milliseconds: number, wanted: Promise<unknown>): Promise<unknown> {
  return Promise.race([wanted, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}

/** What was asked and is not taken yet. */
export function whatIsAsked(): Asked | undefined {
  return asked;
}

/** It is taken: whoever comes to the layout later asks anew. */
export function forgetWhatIsAsked(): void {
  asked = undefined;
}
