import { type BilledOrganization, billingEndpoints, type Fee, highestFeeCents } from '@sentrywell/contract/billing.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { money } from '../../ui/figures.ts';
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

/** Agrees on a fee from a day on, and takes back one that begins later; what was paid before stays as it was. */
export function FeeDialog({ organization, onClose, onSaved }: Props) {
  const { id, name, next } = organization;
  const params = { id: String(id) };
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState<'save' | 'withdraw'>();

  async function send(kind: 'save' | 'withdraw', change: Promise<unknown>, done: string) {
    setPending(kind);
    setFailure(undefined);
    try {
      await change;
      showToast('good', done);
      // Whoever opens the dialog again finds what was agreed just now.
      await onSaved();
      onClose();
    } catch (caught) {
      setFailure(failureWords(caught, 'The fee could not be changed.'));
      setPending(undefined);
    }
  }

  function save(body: Fee) {
    void send('save', call(billingEndpoints.setFee, { params, body }), `The fee of ${name} was changed.`);
  }

  function withdraw({ startsOn }: Fee) {
    const change = call(billingEndpoints.withdrawFee, { params, body: { startsOn } });
    void send('withdraw', change, `The fee of ${name} from ${dayText(startsOn)} on was withdrawn.`);
  }

  return (
    <Dialog title={`Monthly fee of ${name}`} isOpen onClose={onClose} isPending={pending !== undefined} size="small">
      <div className="grid gap-5">
        {failure !== undefined && <Banner tone="bad">{failure}</Banner>}
        {next !== null && <LaterFee fee={next} pending={pending} onWithdraw={() => withdraw(next)} />}
        <FeeForm fee={organization.fee} pending={pending} onSave={save} onClose={onClose} />
      </div>
    </Dialog>
  );
}

type LaterFeeProps = {
  readonly fee: Fee;
  readonly pending: 'save' | 'withdraw' | undefined;
  readonly onWithdraw: () => void;
};

function LaterFee({ fee, pending, onWithdraw }: LaterFeeProps) {
  return (
    <div className="flex items-center justify-between gap-4 rounded-lg border border-line px-4 py-3">
      <p>
        {money(fee.monthlyCents)} from {dayText(fee.startsOn)} on
      </p>
      <Button
        size="small"
        disabled={pending === 'save'}
        pending={pending === 'withdraw'}
        pendingLabel="Withdrawing..."
        onClick={onWithdraw}
      >
        Withdraw
      </Button>
    </div>
  );
}

type FeeFormProps = {
  /** In force today. */
  readonly fee: Fee | null;
  readonly pending: 'save' | 'withdraw' | undefined;
  readonly onSave: (fee: Fee) => void;
  readonly onClose: () => void;
};

function FeeForm({ fee, pending, onSave, onClose }: FeeFormProps) {
  const [amount, setAmount] = useState(fee === null ? '' : (fee.monthlyCents / 100).toFixed(2));
  const [startsOn, setStartsOn] = useState(today);
  const [error, setError] = useState<string>();

  function submit() {
    const cents = centsOf(amount);
    const problem =
      cents === undefined || cents > highestFeeCents ? 'Please enter an amount from 0 to 1,000,000 dollars' : undefined;
    setError(problem);
    if (cents !== undefined && problem === undefined && pending === undefined) {
      onSave({ monthlyCents: cents, startsOn });
    }
  }

  return (
    <Form onSubmit={submit}>
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
        <Button onClick={onClose} disabled={pending !== undefined}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          disabled={pending === 'withdraw'}
          pending={pending === 'save'}
          pendingLabel="Saving..."
        >
          Save
        </Button>
      </DialogFooter>
    </Form>
  );
}
