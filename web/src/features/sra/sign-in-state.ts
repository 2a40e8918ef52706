import { errors } from '@sentrywell/contract/errors.ts';
import { readMessage } from './popup-message.ts';

/**
 * Where a workspace sign-in stands. Every way out of the animation is here: an answer, a refusal, a popup that is
 * blocked, closed or silent, and the person's own 'Cancel'.
 */
export type SignInState =
  | { readonly phase: 'idle' }
  /** The popup is open; where to send it is being asked. */
  | { readonly phase: 'starting' }
  /** The popup is at Google's. */
  | { readonly phase: 'waiting' }
  /** Google has answered; the assessed policies are being fetched. */
  | { readonly phase: 'reading'; readonly uuid: string }
  | {
      readonly phase: 'failed';
      /** The sentence of specification §8, or a clearer one where it has none. */
      readonly message: string;
      /** What the server said about it. */
      readonly detail?: string;
      /** The popup only looks closed where a browser cuts its tie to us: its answer is still taken. */
      readonly mayStillArrive: boolean;
    };

export type SignInEvent =
  | { readonly type: 'started' }
  | { readonly type: 'blocked' }
  | { readonly type: 'sent' }
  | { readonly type: 'refused'; readonly detail: string }
  | { readonly type: 'message'; readonly data: unknown }
  | { readonly type: 'closed' }
  | { readonly type: 'expired' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'loaded' }
  /** What was read belongs to another organization: the answer to a sign-in in another tab. */
  | { readonly type: 'foreign' }
  | { readonly type: 'unreadable'; readonly detail: string };

/** The sentences of specification §8, and those it lacks. */
export const signInWords = {
  startFailed: 'Failed to initiate OAuth. Please try again.',
  noUuidInMessage: 'No UUID found in the message data.',
  noUuidKept: 'No UUID found in session storage. Please sign in to view policies.',
  noPolicies: 'No access token found. Please sign in to view policies.',
  blocked: 'Your browser blocked the sign-in window. Allow pop-ups for this site, then try again.',
  closed:
    'The sign-in window was closed before the sign-in was finished. If it is still open, go on there: the result appears here.',
  expired: 'The sign-in took longer than ten minutes and has expired. Please try again.',
  failed: 'An error occurred during authentication',
} as const;

export const idle: SignInState = { phase: 'idle' };

const knownSentences: ReadonlySet<string> = new Set(Object.values(errors).map(({ message }) => message));

/** Only sentences of our own are repeated on our own page (security rule 25). */
export function isKnownSentence(message: string): boolean {
  return knownSentences.has(message);
}

function failed(message: string, options: { detail?: string; mayStillArrive?: boolean } = {}): SignInState {
  const { detail, mayStillArrive = false } = options;
  const adds = detail !== undefined && detail !== '' && detail !== message;
  return { phase: 'failed', message, mayStillArrive, ...(adds ? { detail } : {}) };
}

/** Is the popup's answer still wanted? */
export function isListening(state: SignInState): boolean {
  return state.phase === 'waiting' || (state.phase === 'failed' && state.mayStillArrive);
}

/** Does the animation show? */
export function isUnderWay(state: SignInState): boolean {
  return state.phase === 'starting' || state.phase === 'waiting' || state.phase === 'reading';
}

function afterMessage(state: SignInState, data: unknown): SignInState {
  const heard = isListening(state) ? readMessage(data) : undefined;
  switch (heard?.kind) {
    case 'success':
      return { phase: 'reading', uuid: heard.uuid };
    case 'no-uuid':
      return failed(signInWords.noUuidInMessage);
    case 'error':
      return failed(isKnownSentence(heard.message) ? heard.message : signInWords.failed);
    case undefined:
      return state;
  }
}

type Steps = { readonly [Type in SignInEvent['type']]: (state: SignInState, event: SignInEvent) => SignInState };

const steps: Steps = {
  started: () => ({ phase: 'starting' }),
  blocked: () => failed(signInWords.blocked),
  sent: (state) => (state.phase === 'starting' ? { phase: 'waiting' } : state),
  refused: (state, event) =>
    state.phase === 'starting' && event.type === 'refused'
      ? failed(signInWords.startFailed, { detail: event.detail })
      : state,
  message: (state, event) => (event.type === 'message' ? afterMessage(state, event.data) : state),
  closed: (state) =>
    state.phase === 'starting' || state.phase === 'waiting'
      ? failed(signInWords.closed, { mayStillArrive: state.phase === 'waiting' })
      : state,
  expired: (state) => {
    if (state.phase === 'waiting') {
      return failed(signInWords.expired);
    }
    return state.phase === 'failed' ? { ...state, mayStillArrive: false } : state;
  },
  cancelled: (state) => (isUnderWay(state) ? idle : state),
  loaded: (state) => (state.phase === 'reading' ? idle : state),
  foreign: (state) => (state.phase === 'reading' ? { phase: 'waiting' } : state),
  unreadable: (state, event) =>
    state.phase === 'reading' && event.type === 'unreadable'
      ? failed(signInWords.noPolicies, { detail: event.detail })
      : state,
};

export function nextSignIn(state: SignInState, event: SignInEvent): SignInState {
  return steps[event.type](state, event);
}
