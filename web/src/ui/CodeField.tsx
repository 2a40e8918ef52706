import { useEffect, useRef } from 'react';
import { TextField, type TextFieldProps } from './TextField.tsx';

type CodeFieldProps = Omit<TextFieldProps, 'ref'> & {
  /** Why the last code did not do; undefined while one is looked at. */
  readonly refusal: string | undefined;
};

/** For a code out of an app or from a list. One that was refused stands selected: the next takes its place as it is typed. */
export function CodeField({ refusal, ...field }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refusal !== undefined) {
      input.current?.focus();
      input.current?.select();
    }
  }, [refusal]);
  return <TextField autoCapitalize="none" spellCheck={false} {...field} ref={input} />;
}
