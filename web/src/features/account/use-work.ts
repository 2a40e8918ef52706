import { useState } from 'react';
import { failureWords } from '../../kernel/failure-words.ts';
import { PasskeyFailed } from '../../kernel/passkeys.ts';
import { showToast } from '../../ui/toast.ts';
import { StepUpCancelled } from './StepUp.tsx';

type Work = () => Promise<void>;
/** @returns whether the failure is said beside a field already. */
type Shown = (error: unknown) => boolean;

/** Runs one piece of work at a time and says when it fails; a question that was closed is no failure. */
export function useWork(): { readonly isPending: boolean; readonly run: (work: Work, isShown?: Shown) => void } {
  const [isPending, setPending] = useState(false);

  async function runNow(work: Work, isShown?: Shown) {
    setPending(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StepUpCancelled) && isShown?.(error) !== true) {
        showToast('bad', wordsOf(error));
      }
    }
    setPending(false);
  }

  return { isPending, run: (work, isShown) => void (isPending ? undefined : runNow(work, isShown)) };
}

function wordsOf(error: unknown): string {
  return error instanceof PasskeyFailed ? error.message : failureWords(error, 'That did not work. Please try again.');
}
