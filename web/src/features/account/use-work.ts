import { useState } from 'react';
import { failureWords } from '../../kernel/failure-words.ts';
import { PasskeyFailed } from '../../kernel/passkeys.ts';
import { showToast } from '../../ui/toast.ts';
import { StepUpCancelled } from './StepUp.tsx';

/** Runs one piece of work at a time and says when it fails; a question that was closed is no failure. */
export function useWork(): { readonly isPending: boolean; readonly run: (work: () => Promise<void>) => void } {
  const [isPending, setPending] = useState(false);

  async function runNow(work: () => Promise<void>) {
    setPending(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StepUpCancelled)) {
        showToast('bad', wordsOf(error));
      }
    }
    setPending(false);
  }

  return { isPending, run: (work) => void (isPending ? undefined : runNow(work)) };
}

function wordsOf(error: unknown): string {
  return error instanceof PasskeyFailed ? error.message : failureWords(error, 'That did not work. Please try again.');
}
