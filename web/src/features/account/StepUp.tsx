import { authEndpoints } from '@sentrywell/contract/auth.ts';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { call, CallFailed } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';

/** The person closed the question for their password: nothing happened, and there is nothing to say. */
export class StepUpCancelled extends Error {
  override readonly name = 'StepUpCancelled';
}

type Confirmed = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

const Context = createContext<Confirmed | undefined>(undefined);

/**
 * Does something that needs the password confirmed: asks for it only when the server says so, then does it again.
 * @throws StepUpCancelled
 */
export function useConfirmed(): Confirmed {
  const confirmed = useContext(Context);
  if (confirmed === undefined) {
    throw new Error('useConfirmed needs a StepUp around it');
  }
  return confirmed;
}

type Question = { readonly answer: () => void; readonly cancel: () => void };

export function StepUp({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();
  const answered = useRef<Promise<void>>(undefined);

  // Two changes may come to need it at once: they wait for the same answer.
  const askOnce = useCallback(() => {
    answered.current ??= new Promise<void>((resolve, reject) => {
      setQuestion({ answer: resolve, cancel: () => reject(new StepUpCancelled()) });
    }).finally(() => {
      answered.current = undefined;
      setQuestion(undefined);
    });
    return answered.current;
  }, []);

  const confirmed = useCallback<Confirmed>(
    async (work) => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof CallFailed) || error.code !== 'access.step_up_needed') {
          throw error;
        }
      }
      await askOnce();
      return work();
    },
    [askOnce],
  );

  return (
    <Context value={confirmed}>
      {children}
      <Dialog
        title="Confirm that it is you"
        isOpen={question !== undefined}
        onClose={() => question?.cancel()}
        size="small"
      >
        {question !== undefined && <PasswordQuestion {...question} />}
      </Dialog>
    </Context>
  );
}

function PasswordQuestion({ answer, cancel }: Question) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // Another dialog may be open, and holds the focus until this one is drawn.
    const waiting = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(waiting);
  }, []);

  async function confirm() {
    setPending(true);
    try {
      await call(authEndpoints.stepUp, { body: { password } });
      answer();
    } catch (failure) {
      setError(failureWords(failure, 'Your password could not be checked. Please try again.'));
      setPending(false);
    }
  }

  function submit() {
    if (password === '') {
      setError('Password is required');
    } else if (!isPending) {
      void confirm();
    }
  }

  return (
    <Form onSubmit={submit}>
      <p className="text-ink-soft">This is a sensitive change. Enter your password to go on.</p>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        ref={field}
        maxLength={256}
        value={password}
        onValue={(typed) => {
          setPassword(typed);
          setError(undefined);
        }}
        error={error}
      />
      <DialogFooter>
        <Button onClick={cancel} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={isPending} pendingLabel="Checking...">
          Confirm
        </Button>
      </DialogFooter>
    </Form>
  );
}
