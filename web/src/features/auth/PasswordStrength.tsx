import { estimateStrength, minimumPasswordLength, personalWords } from '@sentrywell/contract/password-strength.ts';
import { join } from '../../ui/join.ts';

type PasswordStrengthProps = {
  /** By which the password's field names it: what is asked for is read out with the field. */
  readonly id: string;
  readonly password: string;
  /** What a password should not be made of. */
  readonly person: { readonly firstName: string; readonly lastName: string; readonly email: string };
  /** In characters; shorter with a second factor (ruling R20). Without it, for somebody who has none. */
  readonly minimumLength?: number;
};

const bars = ['bg-bad', 'bg-bad', 'bg-warning', 'bg-good', 'bg-good'] as const;

/** Says how strong a new password is and what would make it stronger. Its height stays the same: nothing jumps. */
export function PasswordStrength({ id, password, person, minimumLength }: PasswordStrengthProps) {
  const minimum = minimumLength ?? minimumPasswordLength(false);
  const { score, label, advice } = estimateStrength(password, personalWords(person), minimum);
  const isEmpty = password === '';
  return (
    <div id={id} className="mt-2 min-h-12 text-[0.8125rem] text-ink-soft" aria-live="polite">
      <div className="mb-1.5 grid grid-cols-4 gap-1" aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={join('h-1 rounded-full', !isEmpty && score >= step ? bars[score] : 'bg-line')} />
        ))}
      </div>
      {isEmpty ? (
        <p>At least {minimum} characters. A few words you can remember are better than characters you can't.</p>
      ) : (
        <p>
          <span className="font-semibold text-ink">{label}.</span> {advice[0]}
        </p>
      )}
    </div>
  );
}
