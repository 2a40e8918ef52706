import { type ComponentProps, useId } from 'react';
import { controlLook, describedBy, Field, type FieldText } from './Field.tsx';
import { join } from './join.ts';

type TextAreaProps = FieldText &
  Omit<ComponentProps<'textarea'>, 'className' | 'children' | 'onChange'> & {
    readonly onValue?: (value: string) => void;
    readonly className?: string;
  };

export function TextArea({ label, help, error, onValue, className, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <Field id={id} label={label} help={help} error={error} className={className}>
      <textarea
        rows={5}
        {...area}
        id={id}
        onChange={(event) => onValue?.(event.target.value)}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { help, error })}
        className={join(controlLook, 'block py-2')}
      />
    </Field>
  );
}
