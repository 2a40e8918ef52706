import type { ReactNode } from 'react';

/** The look that every one-line control shares. */
export const controlLook =
  'min-h-10 w-full rounded-lg border border-line-strong bg-surface px-3 text-ink placeholder:text-ink-soft ' +
  'hover:border-ink-soft disabled:bg-sunken disabled:text-ink-soft [&[readonly]]:bg-sunken ' +
  'aria-invalid:border-bad';

export type FieldText = {
  readonly label: ReactNode;
  /** One sentence under the control that helps to fill it in. */
  readonly help?: ReactNode;
  /** What is wrong; undefined when nothing is. Announced when it appears. */
  readonly error?: string | undefined;
};

type FieldProps = FieldText & {
  readonly id: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** Ids that tie a control to its help and error, and to what else is said of it. */
export function describedBy(
  id: string,
  { help, error }: Pick<FieldText, 'help' | 'error'>,
  other?: string,
): string | undefined {
  const ids = [error === undefined ? undefined : `${id}-error`, help === undefined ? undefined : `${id}-help`, other];
  return ids.filter((part) => part !== undefined).join(' ') || undefined;
}

/** Label above, control, error and help below. */
export function Field({ id, label, help, error, className, children }: FieldProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      {children}
      <FieldNotes id={id} help={help} error={error} />
    </div>
  );
}

export function FieldNotes({ id, help, error }: Pick<FieldText, 'help' | 'error'> & { readonly id: string }) {
  return (
    <>
      <p id={`${id}-error`} aria-live="polite" className="text-[0.8125rem] font-medium text-bad-ink not-empty:mt-1.5">
        {error}
      </p>
      {help !== undefined && (
        <p id={`${id}-help`} className="mt-1.5 text-[0.8125rem] text-ink-soft">
          {help}
        </p>
      )}
    </>
  );
}
