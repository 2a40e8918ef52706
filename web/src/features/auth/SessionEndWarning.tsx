import { useEffect, useState } from 'react';
import { serverNow } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { minutesAndSeconds, type SessionEnd, type SessionTime } from './session-end.ts';
import { useSessionEnd } from './use-session-end.ts';

type Props = { readonly session: SessionTime; readonly onLogout: () => void };

/** Warns some minutes before the session ends by itself (ruling R21). */
export function SessionEndWarning({ session, onLogout }: Props) {
  const { warning, keepAlive } = useSessionEnd(session);
  const [isPending, setPending] = useState(false);
  const [seen, setSeen] = useState<number>();
  const isLimit = warning?.kind === 'limit';

  async function stay() {
    setPending(true);
    try {
      await keepAlive();
    } catch (error) {
      showToast('bad', failureWords(error, 'Your session could not be extended. Please try again.'));
    }
    setPending(false);
  }

  function answer() {
    if (isLimit) {
      setSeen(warning.at);
    } else {
      void stay();
    }
  }

  return (
    <Dialog
      title={isLimit ? 'Your session ends soon' : 'Are you still there?'}
      isOpen={warning !== undefined && warning.at !== seen}
      onClose={answer}
      role="alertdialog"
      size="small"
    >
      {warning !== undefined && <Countdown end={warning} />}
      <DialogFooter>
        {!isLimit && (
          <Button onClick={onLogout} disabled={isPending}>
            Log out
          </Button>
        )}
        <Button variant="primary" autoFocus pending={isPending} pendingLabel="One moment..." onClick={answer}>
          {isLimit ? 'OK' : 'Stay logged in'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Countdown({ end }: { readonly end: SessionEnd }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="text-ink-soft">
      {end.kind === 'limit'
        ? 'For safety a session lasts only so long. Save your work; you will be logged out in '
        : 'Nothing has happened for a while. For safety you will be logged out in '}
      <span className="figures font-semibold text-ink">{minutesAndSeconds(end.at - now)}</span>. Afterwards you come
      back to this page by logging in.
    </p>
  );
}
