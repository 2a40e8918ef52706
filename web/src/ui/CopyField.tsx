import { Button } from './Button.tsx';
import { TextField } from './TextField.tsx';
import { showToast } from './toast.ts';

type CopyFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly copyLabel: string;
  readonly autoFocus?: boolean;
};

/** A text that is meant to be copied, such as a link that is shown once. */
export function CopyField({ label, value, copyLabel, autoFocus = false }: CopyFieldProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      showToast('good', 'Copied.');
    } catch {
      showToast('bad', 'The browser did not let us copy. Select the text and copy it yourself.');
    }
  }
  return (
    <div className="space-y-3">
      <TextField
        label={label}
        value={value}
        readOnly
        autoFocus={autoFocus}
        onFocus={(event) => event.target.select()}
      />
      <Button icon="copy" onClick={() => void copy()}>
        {copyLabel}
      </Button>
    </div>
  );
}
