import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { type Dispatch, type RefObject, useCallback, useEffect, useReducer, useRef } from 'react';
import type { z } from 'zod';
import { call, CallFailed } from '../../kernel/call.ts';
import { dropUuid, keepUuid } from '../../kernel/sign-in-uuid.ts';
import { popupChannel } from './popup-message.ts';
import { openPopup, sendPopup } from './popup-window.ts';
import { idle, isListening, nextSignIn, type SignInEvent, type SignInState } from './sign-in-state.ts';

export type OpenedAssessment = z.output<typeof sraEndpoints.findAssessment.reply>;

type Input = {
  readonly organizationId: number;
  readonly domainName: string | undefined;
  readonly onLoaded: (opened: OpenedAssessment) => void;
};

export type WorkspaceSignIn = {
  readonly state: SignInState;
  /** Runs in the click: the popup opens at once. */
  readonly start: () => void;
  readonly cancel: () => void;
  /** Brings the sign-in window to the front again. */
  readonly showWindow: () => void;
};

/** The server forgets a sign-in after ten minutes. */
const lastsMilliseconds = 10 * 60_000;
const lookMilliseconds = 400;
/** A popup that has just said its word closes itself: its message may still be on the way. */
const graceMilliseconds = 1500;

type PopupRef = RefObject<Window | undefined>;

function messageOf(error: unknown): string {
  return error instanceof CallFailed ? error.message : '';
}

/** Signs in to the organization's Google Workspace in a popup and fetches what was read. */
export function useWorkspaceSignIn({ organizationId, domainName, onLoaded }: Input): WorkspaceSignIn {
  const [state, dispatch] = useReducer(nextSignIn, idle);
  const popup = useRef<Window | undefined>(undefined);
  useMessages(isListening(state), popup, dispatch);
  useWatch(state.phase, popup, dispatch);
  useReading(state, { organizationId, onLoaded, dispatch });

  const start = useCallback(() => {
    dispatch({ type: 'started' });
    // Always a new window: the one of the last try may be about to close itself.
    popup.current?.close();
    popup.current = openPopup();
    if (popup.current === undefined) {
      dispatch({ type: 'blocked' });
    } else {
      void sendToGoogle(popup.current, { organizationId, domainName }, dispatch);
    }
  }, [organizationId, domainName]);

  const cancel = useCallback(() => {
    popup.current?.close();
    dispatch({ type: 'cancelled' });
  }, []);
  const showWindow = useCallback(() => popup.current?.focus(), []);
  return { state, start, cancel, showWindow };
}

async function sendToGoogle(
  popup: Window,
  { organizationId, domainName = '' }: Pick<Input, 'organizationId' | 'domainName'>,
  dispatch: Dispatch<SignInEvent>,
): Promise<void> {
  try {
    const query = { orgId: String(organizationId), expectedDomain: domainName };
    const { authUrl } = await call(sraEndpoints.startWorkspaceSignIn, { query });
    if (!popup.closed) {
      sendPopup(popup, authUrl);
      dispatch({ type: 'sent' });
    }
  } catch (error) {
    // A window that is closed belongs to a try that was given up: how that ends says nothing to the next one.
    if (!popup.closed) {
      popup.close();
      dispatch({ type: 'refused', detail: messageOf(error) });
    }
  }
}

/** Messages count only from our own origin and from the popup that was opened (ruling R25); the channel has no other end but ours. */
function useMessages(listens: boolean, popup: PopupRef, dispatch: Dispatch<SignInEvent>): void {
  useEffect(() => {
    if (!listens) {
      return undefined;
    }
    const receive = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin === window.location.origin && source !== null && source === popup.current) {
        dispatch({ type: 'message', data });
      }
    };
    const channel = new BroadcastChannel(popupChannel);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => dispatch({ type: 'message', data }));
    window.addEventListener('message', receive);
    return () => {
      window.removeEventListener('message', receive);
      channel.close();
    };
  }, [listens, popup, dispatch]);
}

/** Notices a popup that was closed or that never answers. */
function useWatch(phase: SignInState['phase'], popup: PopupRef, dispatch: Dispatch<SignInEvent>): void {
  const isOpen = phase === 'starting' || phase === 'waiting';
  useEffect(() => {
    if (!isOpen) {
      return undefined;
    }
    let closedAt: number | undefined;
    const look = window.setInterval(() => {
      closedAt = popup.current?.closed === true ? (closedAt ?? performance.now()) : undefined;
      if (closedAt !== undefined && performance.now() - closedAt >= graceMilliseconds) {
        dispatch({ type: 'closed' });
      }
    }, lookMilliseconds);
    return () => window.clearInterval(look);
  }, [isOpen, popup, dispatch]);
  const isPending = isOpen || phase === 'failed';
  useEffect(() => {
    if (!isPending) {
      return undefined;
    }
    const timer = window.setTimeout(() => dispatch({ type: 'expired' }), lastsMilliseconds);
    return () => window.clearTimeout(timer);
  }, [isPending, dispatch]);
}

type Reading = Pick<Input, 'organizationId' | 'onLoaded'> & { readonly dispatch: Dispatch<SignInEvent> };

/** Fetches what the uuid of the message stands for (specification §4, 'Sign-in flow'). */
function useReading(state: SignInState, { organizationId, onLoaded, dispatch }: Reading): void {
  const uuid = state.phase === 'reading' ? state.uuid : undefined;
  const loaded = useRef(onLoaded);
  useEffect(() => {
    loaded.current = onLoaded;
  }, [onLoaded]);
  useEffect(() => {
    if (uuid === undefined) {
      return undefined;
    }
    let isWanted = true;
    keepUuid(uuid);
    const finish = (opened: OpenedAssessment) => {
      if (isWanted && opened.assessment.organizationId === organizationId) {
        loaded.current(opened);
        dispatch({ type: 'loaded' });
      } else if (isWanted) {
        dropUuid();
        dispatch({ type: 'foreign' });
      }
    };
    const fail = (error: unknown) => isWanted && dispatch({ type: 'unreadable', detail: messageOf(error) });
    call(sraEndpoints.listPolicies, { query: { uuid } }).then(finish, fail);
    return () => {
      isWanted = false;
    };
  }, [uuid, organizationId, dispatch]);
}
