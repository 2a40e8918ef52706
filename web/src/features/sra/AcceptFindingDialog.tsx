import type { ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { failureWords, fieldWords } from '../../kernel/failure-words.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { showToast } from '../../ui/toast.ts';
import { dayAhead, endDays, endOfException, isEndDay } from './exception-days.ts';
import { placeOf } from './policy-rows.ts';
import { useRefreshExceptions } from './use-refresh-exceptions.ts';

type Props = {
  readonly organizationId: string;
  /** The finding; undefined: the dialog is closed. */
  readonly policy: ShownPolicy | undefined;
  readonly onClose: () => void;
};

/** Accepts a finding: why, what is done instead, and until when. */
export function AcceptFindingDialog({ organizationId, policy, onClose }: Props) {
  return (
    <Dialog title="Accept this finding" isOpen={policy !== undefined} onClose={onClose}>
      {policy !== undefined && <AcceptForm organizationId={organizationId} policy={policy} onClose={onClose} />}
    </Dialog>
  );
}

type FormProps = Props & { readonly policy: ShownPolicy };
type Values = { readonly reason: string; readonly compensatingMeasure: string; readonly day: string };
type Errors = { readonly [Name in keyof Values]?: string };

/** Long enough to plan a mend, short enough to be looked at again. */
const usualDays = 90;

function errorsOf({ reason, compensatingMeasure, day }: Values): Errors {
  return {
    ...(reason.trim() === '' && { reason: 'Please say why this is accepted.' }),
    ...(compensatingMeasure.trim() === '' && { compensatingMeasure: 'Please say what is done instead.' }),
    ...(!isEndDay(day, new Date()) && { day: 'Please choose a day between tomorrow and one year from now.' }),
  };
}

function AcceptForm({ organizationId, policy, onClose }: FormProps) {
  const [now] = useState(() => new Date());
  const [values, setValues] = useState<Values>({ reason: '', compensatingMeasure: '', day: dayAhead(now, usualDays) });
  const [errors, setErrors] = useState<Errors>({});
  const { send, isSending, failure } = useAccept(organizationId, policy, { onDone: onClose, onErrors: setErrors });

  function submit() {
    const found = errorsOf(values);
    setErrors(found);
    if (Object.keys(found).length === 0 && !isSending) {
      void send(values);
    }
  }

  return (
    <Form onSubmit={submit}>
      <p>
        <span className="block font-medium">{policy.title}</span>
        <span className="block text-ink-soft">{placeOf(policy)}</span>
      </p>
      <p className="text-ink-soft">
        The finding is then counted apart until the day below, and comes back by itself. The score does not change.
      </p>
      {failure !== undefined && <Banner tone="bad">{failure}</Banner>}
      <AcceptFields
        now={now}
        values={values}
        errors={errors}
        onChange={(change) => setValues({ ...values, ...change })}
      />
      <DialogFooter isPending={isSending}>
        <Button onClick={onClose} disabled={isSending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={isSending} pendingLabel="Accepting...">
          Accept finding
        </Button>
      </DialogFooter>
    </Form>
  );
}

type FieldsProps = {
  readonly now: Date;
  readonly values: Values;
  readonly errors: Errors;
  readonly onChange: (change: Partial<Values>) => void;
};

function AcceptFields({ now, values, errors, onChange }: FieldsProps) {
  const { first, last } = endDays(now);
  return (
    <>
      <TextArea
        label="Reason"
        rows={3}
        maxLength={1000}
        autoFocus
        value={values.reason}
        onValue={(reason) => onChange({ reason })}
        error={errors.reason}
      />
      <TextArea
        label="Compensating measure"
        help="What protects the organization instead."
        rows={3}
        maxLength={1000}
        value={values.compensatingMeasure}
        onValue={(compensatingMeasure) => onChange({ compensatingMeasure })}
        error={errors.compensatingMeasure}
      />
      <DateField
        label="Accepted until"
        help="At most 365 days."
        min={first}
        max={last}
        value={values.day}
        onValue={(day) => onChange({ day })}
        error={errors.day}
      />
    </>
  );
}

type Outcome = { readonly onDone: () => void; readonly onErrors: (errors: Errors) => void };

function useAccept(organizationId: string, policy: ShownPolicy, { onDone, onErrors }: Outcome) {
  const refresh = useRefreshExceptions();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function send({ reason, compensatingMeasure, day }: Values) {
    setSending(true);
    setFailure(undefined);
    try {
      const { setting, target } = policy;
      const expiresAt = endOfException(day, new Date());
      await call(sraEndpoints.acceptFinding, {
        params: { id: organizationId },
        body: { settingType: setting.type, target, reason, compensatingMeasure, expiresAt },
      });
      showToast('good', 'Finding accepted.');
      await refresh();
      onDone();
    } catch (error) {
      const errors = fieldWords(error, ['reason', 'compensatingMeasure']);
      const words = failureWords(error, 'The finding could not be accepted. Please try again.');
      onErrors(errors);
      setFailure(Object.keys(errors).length > 0 ? undefined : words);
      setSending(false);
    }
  }
  return { send, isSending, failure };
}
