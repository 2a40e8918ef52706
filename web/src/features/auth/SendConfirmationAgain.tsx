import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';

/** Offered wherever an address that is not confirmed yet stops somebody. */
export function SendConfirmationAgain({ email }: { readonly email: string }) {
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly isSent: boolean; readonly words: string }>();

  async function send() {
    setSending(true);
    try {
      const { sendConfirmationAgain } = await import('./sign-in.ts');
      setOutcome(await sendConfirmationAgain(email));
    } catch {
      setOutcome({ isSent: false, words: 'The mail could not be sent. Please try again.' });
    }
    setSending(false);
  }

  return (
    <>
      <p role="status" className="mt-1 font-normal not-empty:mb-2">
        {outcome?.words}
      </p>
      {outcome?.isSent !== true && (
        <Button
          size="small"
          icon="mail"
          className="mt-1"
          pending={isSending}
          pendingLabel="Sending..."
          onClick={() => void send()}
        >
          Send the mail again
        </Button>
      )}
    </>
  );
}
