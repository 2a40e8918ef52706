import type { Account } from '@sentrywell/contract/account.ts';
import { passwordEndpoints } from '@sentrywell/contract/auth.ts';
import { useState } from 'react';
import { call, CallFailed } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { showToast } from '../../ui/toast.ts';
import { NewPasswordField } from '../auth/NewPasswordField.tsx';

type Props = { readonly account: Account; readonly onChanged: () => Promise<unknown> };
type Errors = { readonly current?: string; readonly next?: string; readonly form?: string };

/** Which field a refusal is about; what is about neither, such as a busy server, is about the whole form. */
function errorsOf(failure: unknown): Errors {
  const words = failureWords(failure, 'The password could not be changed. Please try again.');
  const code = failure instanceof CallFailed ? failure.code : undefined;
  if (code === 'password.wrong' || code === 'sign_in.throttled') {
    return { current: words };
  }
  return code?.startsWith('password.') === true ? { next: words } : { form: words };
}

export function PasswordCard({ account, onChanged }: Props) {
  const { current, setCurrent, next, setNext, errors, isPending, submit } = usePasswordChange(onChanged);
  return (
    <Card title="Password">
      <p className="mb-5 text-ink-soft">
        Last changed on <DateText value={account.passwordChangedAt} />. Changing it ends your other sessions.
      </p>
      <Form onSubmit={submit}>
        {errors.form !== undefined && <Banner tone="bad">{errors.form}</Banner>}
        {/* Tells a password manager whose password this is. */}
        <input type="email" autoComplete="username" value={account.email} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          maxLength={256}
          value={current}
          onValue={setCurrent}
          error={errors.current}
        />
        <NewPasswordField
          label="New password"
          value={next}
          onValue={setNext}
          person={account}
          minimumLength={account.minimumPasswordLength}
          error={errors.next}
        />
        <Button type="submit" pending={isPending} pendingLabel="Changing...">
          Change password
        </Button>
      </Form>
    </Card>
  );
}

function usePasswordChange(onChanged: Props['onChanged']) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [isPending, setPending] = useState(false);

  async function change() {
    setPending(true);
    try {
      await call(passwordEndpoints.changePassword, { body: { currentPassword: current, newPassword: next } });
      setCurrent('');
      setNext('');
      showToast('good', 'Your password was changed. Your other sessions have ended.');
      await onChanged();
    } catch (failure) {
      setErrors(errorsOf(failure));
    }
    setPending(false);
  }

  function submit() {
    const missing: Errors = {
      ...(current === '' ? { current: 'Password is required' } : {}),
      ...(next === '' ? { next: 'Password is required' } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length === 0 && !isPending) {
      void change();
    }
  }

  function typing(set: (typed: string) => void) {
    return (typed: string) => {
      set(typed);
      setErrors({});
    };
  }

  return { current, setCurrent: typing(setCurrent), next, setNext: typing(setNext), errors, isPending, submit };
}
