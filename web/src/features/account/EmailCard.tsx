import { type Account, accountEndpoints } from '@sentrywell/contract/account.ts';
import { isEmail } from '@sentrywell/contract/shapes.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { fieldWords } from '../../kernel/failure-words.ts';
import { useSession } from '../../kernel/session.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { rememberedEmail, rememberEmail } from '../auth/remembered-email.ts';
import { useConfirmed } from './StepUp.tsx';
import { useWork } from './use-work.ts';

type Props = { readonly account: Account; readonly onChanged: () => Promise<unknown> };

/** The address one signs in with. Where mail is sent, a new one counts once its link was opened. */
export function EmailCard({ account, onChanged }: Props) {
  const { typed, setTyped, error, isPending, submit } = useEmailChange({ account, onChanged });
  return (
    <Card title="Email">
      <p className="mb-5 text-ink-soft">
        You sign in with <span className="font-medium text-ink wrap-anywhere">{account.email}</span>. Changing it ends
        your other sessions.
      </p>
      {account.pendingEmail !== null && <Waiting email={account.pendingEmail} onCancelled={onChanged} />}
      <Form onSubmit={submit}>
        <TextField
          label="New email"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={typed}
          onValue={setTyped}
          error={error}
        />
        <Button type="submit" pending={isPending} pendingLabel="Changing...">
          Change email
        </Button>
      </Form>
    </Card>
  );
}

type WaitingProps = { readonly email: string; readonly onCancelled: () => Promise<unknown> };

function Waiting({ email, onCancelled }: WaitingProps) {
  const { isPending, run } = useWork();

  function cancel() {
    run(async () => {
      await call(accountEndpoints.cancelEmailChange);
      await onCancelled();
      showToast('good', 'Your e-mail address stays as it is.');
    });
  }

  return (
    <Banner tone="info" className="mb-5">
      <p className="wrap-anywhere">
        We sent a link to {email}. Open it within 24 hours; until then your address stays as it is.
      </p>
      <Button size="small" className="mt-2.5" pending={isPending} onClick={cancel}>
        Keep my address
      </Button>
    </Banner>
  );
}

function useEmailChange({ account, onChanged }: Props) {
  const session = useSession();
  const confirmed = useConfirmed();
  const { isPending, run } = useWork();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const email = typed.trim();

  async function change() {
    const { next } = await confirmed(() => call(accountEndpoints.changeEmail, { body: { email } }));
    if (next === 'changed' && rememberedEmail() === account.email) {
      rememberEmail(email.toLowerCase());
    }
    setTyped('');
    showToast(
      'good',
      next === 'changed'
        ? 'Your e-mail address was changed. Your other sessions have ended.'
        : `We sent a link to ${email}. Open it to confirm the address.`,
    );
    await Promise.all([onChanged(), session.refresh()]);
  }

  function isShown(failure: unknown): boolean {
    const { email: words } = fieldWords(failure, ['email']);
    setError(words);
    return words !== undefined;
  }

  function submit() {
    const problem = email === '' ? 'Email is required' : 'Please enter a valid email address';
    if (isEmail(email)) {
      run(change, isShown);
    } else {
      setError(problem);
    }
  }

  return {
    typed,
    setTyped: (value: string) => {
      setTyped(value);
      setError(undefined);
    },
    error,
    isPending,
    submit,
  };
}
