import { type ComponentProps, type ReactNode, useId } from 'react';
import { controlLook, describedBy, Field, type FieldText } from './Field.tsx';
import { join } from './join.ts';

export type TextFieldProps = FieldText &
  Omit<ComponentProps<'input'>, 'className' | 'children' | 'onChange'> & {
    readonly onValue?: (value: string) => void;
    readonly className?: string;
    /** A control inside the right edge, such as the show/hide button of a password. */
    readonly trailing?: ReactNode;
  };

export function TextField(props: TextFieldProps) {
  const { label, help, error, onValue, className, trailing, id: givenId, ...input } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <Field id={id} label={label} help={help} error={error} className={className}>
      <div className="relative">
        <input
          {...input}
          id={id}
          onChange={(event) => onValue?.(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, { help, error }, input['aria-describedby'])}
          className={join(controlLook, trailing !== undefined && 'pr-12')}
        />
        {trailing !== undefined && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
      </div>
    </Field>
  );
}
