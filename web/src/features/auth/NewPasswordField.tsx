import { useId } from 'react';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { PasswordStrength } from './PasswordStrength.tsx';

type NewPasswordFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onValue: (password: string) => void;
  readonly person: { readonly firstName: string; readonly lastName: string; readonly email: string };
  readonly minimumLength?: number;
  readonly error?: string | undefined;
};

/** A new password with the meter that explains it. */
export function NewPasswordField({ label, value, onValue, person, minimumLength, error }: NewPasswordFieldProps) {
  const strengthId = useId();
  return (
    <div>
      <PasswordField
        label={label}
        autoComplete="new-password"
        maxLength={256}
        value={value}
        onValue={onValue}
        error={error}
        aria-describedby={strengthId}
      />
      <PasswordStrength
        id={strengthId}
        password={value}
        person={person}
        {...(minimumLength === undefined ? {} : { minimumLength })}
      />
    </div>
  );
}
