import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { showToast } from '../../ui/toast.ts';

type RecoveryCodesProps = {
  /** undefined: closed. */
  readonly codes: readonly string[] | undefined;
  readonly onClose: () => void;
};

function download(codes: readonly string[]) {
  const text = `Sentrywell recovery codes\nEach works once, when your app or passkey is out of reach.\n\n${codes.join('\n')}\n`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'sentrywell-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}

async function copy(codes: readonly string[]) {
  try {
    await navigator.clipboard.writeText(codes.join('\n'));
    showToast('good', 'Copied.');
  } catch {
    showToast('bad', 'The browser did not let us copy. Select the codes and copy them yourself.');
  }
}

/** Shown once; afterwards nobody can read them any more. Closes only by its button. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  return (
    <Dialog
      title="Keep your recovery codes"
      isOpen={codes !== undefined}
      onClose={onClose}
      closesByButton
      role="alertdialog"
    >
      <p className="text-ink-soft">
        Each code logs you in once when your app or passkey is out of reach. Print them or keep them in a password
        manager: they are not shown again.
      </p>
      <ul className="my-5 space-y-1.5 rounded-lg border border-line bg-sunken p-4 font-mono text-base">
        {codes?.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button icon="copy" onClick={() => void copy(codes ?? [])}>
          Copy
        </Button>
        <Button icon="download" onClick={() => download(codes ?? [])}>
          Download
        </Button>
      </div>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          I have kept them
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
