import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call, serverNow } from '../../kernel/call.ts';
import { endOf, type SessionEnd, type SessionTime, warningLead } from './session-end.ts';

/** Asked no more often than this, should the clocks not agree after all. */
const shortestWait = 10_000;

type Watch = {
  /** Set while the end is near and the person should be told. */
  readonly warning: SessionEnd | undefined;
  readonly keepAlive: () => Promise<void>;
};

/**
 * Follows how long the session still lasts. Before it warns it asks the server, because another tab may have been busy;
 * when the time is over it asks once more, and the answer (401) leads to the login.
 */
export function useSessionEnd(start: SessionTime): Watch {
  const [warning, setWarning] = useState<SessionEnd>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const nextLook = useRef(0);
  const ask = useRef<() => void>(() => undefined);

  const lookIn = useCallback((milliseconds: number) => {
    clearTimeout(timer.current);
    nextLook.current = Date.now() + milliseconds;
    timer.current = setTimeout(() => ask.current(), milliseconds);
  }, []);

  const plan = useCallback(
    (time: SessionTime, lead: number) => {
      const end = endOf(time);
      // A second of grace: the server counts when it answered, we count when we heard.
      const untilWarning = end.at - lead - serverNow() - 1_000;
      setWarning(untilWarning > 0 ? undefined : end);
      lookIn(Math.max(shortestWait, untilWarning > 0 ? untilWarning : end.at - serverNow() + 1_000));
    },
    [lookIn],
  );

  const { idleExpiresAt, expiresAt } = start;
  useEffect(() => {
    const time = { idleExpiresAt, expiresAt };
    const lead = warningLead(Date.parse(idleExpiresAt) - serverNow());
    ask.current = () => {
      call(authEndpoints.sessionTime).then(
        (answer) => plan(answer, lead),
        // No answer: the network is away. A 401 has already led to the login.
        () => lookIn(30_000),
      );
    };
    const first = setTimeout(() => plan(time, lead));
    // Timers sleep with the computer; looking again when the page is seen catches up.
    const onSeen = () => document.visibilityState === 'visible' && Date.now() >= nextLook.current && ask.current();
    document.addEventListener('visibilitychange', onSeen);
    return () => {
      clearTimeout(first);
      clearTimeout(timer.current);
      document.removeEventListener('visibilitychange', onSeen);
    };
  }, [idleExpiresAt, expiresAt, plan, lookIn]);

  const keepAlive = useCallback(async () => {
    const time = await call(authEndpoints.keepAlive);
    plan(time, warningLead(Date.parse(time.idleExpiresAt) - serverNow()));
  }, [plan]);

  return { warning, keepAlive };
}
