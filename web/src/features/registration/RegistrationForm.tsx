import { useState } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { NewPasswordField } from '../auth/NewPasswordField.tsx';
import {
  addressProblem,
  emptyFields,
  type FieldErrors,
  missingFields,
  type RegistrationFields,
  without,
} from './registration-fields.ts';

export type RegistrationFormProps = {
  /** The words for a missing e-mail differ between the two pages (specification §5). */
  readonly emailRequired: string;
  /** Set in invited mode: the address is filled in and locked. */
  readonly invitedEmail: string | undefined;
  readonly isPending: boolean;
  readonly failure: string | undefined;
  /** What the server said of single fields. */
  readonly serverErrors: FieldErrors;
  readonly submitLabel: string;
  /** The organization page also closes the button after a try with missing fields (specification §2). */
  readonly closesWhenIncomplete: boolean;
  /** The MSP page says before it sends anything that an address is none; the organization page leaves it to the server. */
  readonly checksAddress: boolean;
  readonly onSubmit: (fields: RegistrationFields) => void;
};

/** The form of both registration pages (specification §2 and §5). */
export function RegistrationForm(props: RegistrationFormProps) {
  const { invitedEmail, isPending, failure, submitLabel, closesWhenIncomplete } = props;
  const { fields, errors, isClosed, set, submit } = useFields(props);
  return (
    <Form onSubmit={submit}>
      {failure !== undefined && <Banner tone="bad">{failure}</Banner>}
      <NameFields fields={fields} errors={errors} set={set} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        maxLength={254}
        value={fields.email}
        onValue={(email) => set({ email })}
        readOnly={invitedEmail !== undefined}
        help={invitedEmail === undefined ? undefined : 'The invitation was sent to this address.'}
        error={errors.email}
      />
      <NewPasswordField
        label="Password"
        value={fields.password}
        onValue={(password) => set({ password })}
        person={fields}
        error={errors.password}
      />
      <Checkbox
        label={
          <>
            I agree to the{' '}
            <TextLink to="/terms" target="_blank">
              terms and conditions<span className="sr-only"> (opens in a new tab)</span>
            </TextLink>
          </>
        }
        checked={fields.agreed}
        onChecked={(agreed) => set({ agreed })}
        error={errors.agreed}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full"
        pending={isPending}
        pendingLabel="Creating your account..."
        disabled={!fields.agreed || (closesWhenIncomplete && isClosed)}
      >
        {submitLabel}
      </Button>
    </Form>
  );
}

type Fields = {
  readonly fields: RegistrationFields;
  readonly errors: FieldErrors;
  readonly set: (change: Partial<RegistrationFields>) => void;
};

function NameFields({ fields, errors, set }: Fields) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label="First name"
        autoComplete="given-name"
        maxLength={100}
        value={fields.firstName}
        onValue={(firstName) => set({ firstName })}
        error={errors.firstName}
      />
      <TextField
        label="Last name"
        autoComplete="family-name"
        maxLength={100}
        value={fields.lastName}
        onValue={(lastName) => set({ lastName })}
        error={errors.lastName}
      />
    </div>
  );
}

function useFields(props: RegistrationFormProps) {
  const { emailRequired, invitedEmail, isPending, serverErrors, checksAddress, onSubmit } = props;
  const [typed, setTyped] = useState<RegistrationFields>(emptyFields);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const [wasTried, setTried] = useState(false);
  const fields = { ...typed, email: invitedEmail ?? typed.email };
  const missing = {
    ...missingFields(fields, emailRequired),
    ...(checksAddress ? addressProblem(fields.email) : {}),
  };
  const isIncomplete = Object.keys(missing).length > 0;
  // Taking the tick away closes the button: say why at once.
  const untick = changed.has('agreed') && missing.agreed !== undefined ? { agreed: missing.agreed } : {};
  const errors: FieldErrors = { ...without(serverErrors, changed), ...(wasTried ? missing : untick) };

  function set(change: Partial<RegistrationFields>) {
    setTyped((current) => ({ ...current, ...change }));
    setChanged((current) => new Set([...current, ...Object.keys(change)]));
  }

  function submit() {
    setTried(true);
    if (!isIncomplete && !isPending) {
      setChanged(new Set());
      onSubmit(fields);
    }
  }

  /** After a try with missing fields, until they are filled in. */
  const isClosed = wasTried && isIncomplete;
  return { fields, errors, isClosed, set, submit };
}
