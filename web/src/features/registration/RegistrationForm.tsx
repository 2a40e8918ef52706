import { type FormEvent, useRef, useState } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { PasswordStrength } from './PasswordStrength.tsx';
import { emptyFields, type FieldErrors, missingFields, type RegistrationFields } from './registration-fields.ts';

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
  readonly onSubmit: (fields: RegistrationFields) => void;
};

/** The form of both registration pages (specification §2 and §5). */
export function RegistrationForm(props: RegistrationFormProps) {
  const { emailRequired, invitedEmail, isPending, failure, serverErrors, submitLabel, closesWhenIncomplete, onSubmit } =
    props;
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<RegistrationFields>(emptyFields);
  const [wasTried, setTried] = useState(false);
  const missing = missingFields({ ...fields, email: invitedEmail ?? fields.email }, emailRequired);
  const errors: FieldErrors = { ...serverErrors, ...(wasTried ? missing : {}) };
  const isIncomplete = Object.keys(missing).length > 0;
  const set = (change: Partial<RegistrationFields>) => setFields((current) => ({ ...current, ...change }));

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (isIncomplete) {
      focusFirstError(form.current);
    } else if (!isPending) {
      onSubmit({ ...fields, email: invitedEmail ?? fields.email });
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="space-y-5">
      {failure !== undefined && <Banner tone="bad">{failure}</Banner>}
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
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        maxLength={254}
        value={invitedEmail ?? fields.email}
        onValue={(email) => set({ email })}
        readOnly={invitedEmail !== undefined}
        help={invitedEmail === undefined ? undefined : 'The invitation was sent to this address.'}
        error={errors.email}
      />
      <div>
        <PasswordField
          label="Password"
          autoComplete="new-password"
          maxLength={256}
          value={fields.password}
          onValue={(password) => set({ password })}
          error={errors.password}
        />
        <PasswordStrength password={fields.password} person={{ ...fields, email: invitedEmail ?? fields.email }} />
      </div>
      <Checkbox
        label={
          <>
            I agree to the <TextLink to="/terms">terms and conditions</TextLink>
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
        disabled={!fields.agreed || (closesWhenIncomplete && wasTried && isIncomplete)}
      >
        {submitLabel}
      </Button>
    </form>
  );
}
