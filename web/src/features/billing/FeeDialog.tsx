import { type BilledOrganization, billingEndpoints, highestFeeCents } from '@sentrywell/contract/billing.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { centsOf } from './cents-of.ts';
import { dayText } from './day-text.ts';

/** Today in UTC, as fees count days. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

type Props = {
  readonly organization: BilledOrganization;
  readonly onClose: () => void;
  /** Asks for the fees again. */
  readonly onSaved: () => Promise<unknown>;
};

/** Agrees on a fee from a day on; what was paid before stays as it was. */
export function FeeDialog({ organization, onClose, onSaved }: Props) {
  const { id, name, fee } = organization;
  const [amount, setAmount] = useState(fee === null ? '' : (fee.monthlyCents / 100).toFixed(2));
  const [startsOn, setStartsOn] = useState(today);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);

  async function save(monthlyCents: number) {
    setSaving(true);
    setFailure(undefined);
    try {
      await call(billingEndpoints.setFee, { params: { id: String(id) }, body: { monthlyCents, startsOn } });
      showToast('good', `The fee of ${name} was changed.`);
      // Whoever opens the dialog again finds what was agreed just now.
      await onSaved();
      onClose();
    } catch (caught) {
      setFailure(failureWords(caught, 'The fee could not be changed.'));
      setSaving(false);
    }
  }

  function submit() {
    const cents = centsOf(amount);
    const problem =
      cents === undefined || cents > highestFeeCents ? 'Please enter an amount from 0 to 1,000,000 dollars' : undefined;
    setError(problem);
    if (cents !== undefined && problem === undefined && !isSaving) {
      void save(cents);
    }
  }

  return (
    <Dialog title={`Monthly fee of ${name}`} isOpen onClose={onClose} isPending={isSaving} size="small">
      <Form onSubmit={submit}>
        {failure !== undefined && <Banner tone="bad">{failure}</Banner>}
        <TextField
          label="Monthly fee in US dollars"
          inputMode="decimal"
          autoFocus
          maxLength={15}
          value={amount}
          onValue={setAmount}
          error={error}
        />
        <DateField
          label="In force from"
          value={startsOn}
          onValue={setStartsOn}
          // In Hawaii the reader's own day is refused as a past one from two in the afternoon on.
          help={`Days are those of UTC, where it is ${dayText(today())} now.`}
        />
        <DialogFooter>
          <Button onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={isSaving} pendingLabel="Saving...">
            Save
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
