import { type Account, accountEndpoints } from '@sentrywell/contract/account.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { fieldWords } from '../../kernel/failure-words.ts';
import { useSession } from '../../kernel/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWork } from './use-work.ts';

type Props = { readonly account: Account; readonly refresh: () => Promise<unknown> };
type Errors = { readonly firstName?: string; readonly lastName?: string };

function missingOf(firstName: string, lastName: string): Errors {
  return {
    ...(firstName.trim() === '' ? { firstName: 'First name is required' } : {}),
    ...(lastName.trim() === '' ? { lastName: 'Last name is required' } : {}),
  };
}

function MemberOf({ name }: { readonly name: string }) {
  return (
    <dl>
      <dt className="text-ink-soft">Member of</dt>
      <dd className="font-medium wrap-anywhere">{name}</dd>
    </dl>
  );
}

/** One's own name. */
export function ProfileCard({ account, refresh }: Props) {
  const session = useSession();
  const { isPending, run } = useWork();
  const [firstName, setFirstName] = useState(account.firstName);
  const [lastName, setLastName] = useState(account.lastName);
  const [errors, setErrors] = useState<Errors>({});
  const isUnchanged = firstName.trim() === account.firstName && lastName.trim() === account.lastName;

  function submit() {
    if (show(missingOf(firstName, lastName)) || isUnchanged) {
      return;
    }
    run(
      async () => {
        await call(accountEndpoints.changeProfile, { body: { firstName, lastName } });
        await Promise.all([refresh(), session.refresh()]);
        showToast('good', 'Your name was changed.');
      },
      (error) => show(fieldWords(error, ['firstName', 'lastName'])),
    );
  }

  function typing(set: (typed: string) => void) {
    return (typed: string) => {
      set(typed);
      setErrors({});
    };
  }

  function show(found: Errors): boolean {
    setErrors(found);
    return Object.keys(found).length > 0;
  }

  return (
    <Card title="Profile">
      <Form onSubmit={submit}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="First name"
            autoComplete="given-name"
            maxLength={100}
            value={firstName}
            onValue={typing(setFirstName)}
            error={errors.firstName}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            maxLength={100}
            value={lastName}
            onValue={typing(setLastName)}
            error={errors.lastName}
          />
        </div>
        {account.memberOf !== null && <MemberOf name={account.memberOf} />}
        <Button type="submit" pending={isPending} pendingLabel="Saving..." disabled={isUnchanged && !isPending}>
          Save name
        </Button>
      </Form>
    </Card>
  );
}
