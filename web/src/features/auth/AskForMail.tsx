import { isEmail } from '@sentrywell/contract/shapes.ts';
import { useState } from 'react';
import { failureWords } from '../../kernel/failure-words.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { fewMailsADay } from './few-mails-a-day.ts';
import { useRememberedEmail } from './use-remembered-email.ts';

type AskForMailProps = {
  readonly initialEmail: string | undefined;
  readonly submitLabel: string;
  /** The same for every address: nobody learns who has an account. */
  readonly sentWords: (email: string) => string;
  readonly onSend: (email: string) => Promise<void>;
};

/** One address, and a mail goes there. */
export function AskForMail({ initialEmail, submitLabel, sentWords, onSend }: AskForMailProps) {
  const remembered = useRememberedEmail();
  const [typed, setTyped] = useState(initialEmail);
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const email = (typed ?? remembered).trim();

  async function send() {
    setSending(true);
    try {
      await onSend(email);
      setSentTo(email);
    } catch (failure) {
      setError(failureWords(failure, 'The mail could not be sent. Please try again.'));
    }
    setSending(false);
  }

  function submit() {
    const problem = email === '' ? 'Email is required' : 'Please enter a valid email address';
    if (!isEmail(email)) {
      setError(problem);
    } else if (!isSending) {
      void send();
    }
  }

  if (sentTo !== undefined) {
    return (
      <Banner tone="good" takesFocus>
        {sentWords(sentTo)} {fewMailsADay}
      </Banner>
    );
  }
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        maxLength={254}
        value={typed ?? remembered}
        onValue={(value) => {
          setTyped(value);
          setError(undefined);
        }}
        error={error}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full"
        pending={isSending}
        pendingLabel="Sending..."
      >
        {submitLabel}
      </Button>
    </Form>
  );
}
