import { TextField, type TextFieldProps } from './TextField.tsx';

type DateFieldProps = Omit<TextFieldProps, 'type' | 'trailing'>;

/** A calendar day, '2026-11-21' or '' for none. The browser's own control: it knows the reader's locale and keyboard. */
export function DateField(props: DateFieldProps) {
  return <TextField {...props} type="date" />;
}
