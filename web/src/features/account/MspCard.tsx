import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { fieldWords } from '../../kernel/failure-words.ts';
import { useCall } from '../../kernel/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Form } from '../../ui/Form.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWork } from './use-work.ts';

/** The name of the MSP, which was made from its domain when it registered (ruling R15). */
export function MspCard({ onChanged }: { readonly onChanged: () => Promise<unknown> }) {
  const { data, error, refresh } = useCall(organizationEndpoints.findMspProfile);
  return (
    <Card title="Your MSP">
      {data === undefined && error === undefined && <Skeleton className="h-28" />}
      {data === undefined && error !== undefined && (
        <ErrorState title="Error Loading MSP" message={error.message} level={3} onRetry={() => void refresh()} />
      )}
      {data !== undefined && (
        <NameForm
          name={data.msp.name}
          domainName={data.msp.domainName}
          onSaved={async () => {
            await Promise.all([refresh(), onChanged()]);
          }}
        />
      )}
    </Card>
  );
}

type NameFormProps = {
  readonly name: string;
  readonly domainName: string;
  readonly onSaved: () => Promise<void>;
};

function NameForm({ name: savedName, domainName, onSaved }: NameFormProps) {
  const { isPending, run } = useWork();
  const [name, setName] = useState(savedName);
  const [refused, setRefused] = useState<string>();
  const isBlank = name.trim() === '';
  const isUnchanged = name.trim() === savedName;

  function submit() {
    if (!isBlank && !isUnchanged) {
      run(
        async () => {
          await call(organizationEndpoints.renameMsp, { body: { name } });
          await onSaved();
          showToast('good', 'The name was changed.');
        },
        (error) => {
          const { name: words } = fieldWords(error, ['name']);
          setRefused(words);
          return words !== undefined;
        },
      );
    }
  }

  return (
    <Form onSubmit={submit}>
      <TextField
        label="Name"
        autoComplete="organization"
        maxLength={100}
        value={name}
        onValue={(typed) => {
          setName(typed);
          setRefused(undefined);
        }}
        help={`Colleagues with an address at ${domainName} can ask to join.`}
        error={isBlank ? 'Name is required' : refused}
      />
      <Button type="submit" pending={isPending} pendingLabel="Saving..." disabled={isUnchanged && !isPending}>
        Save MSP name
      </Button>
    </Form>
  );
}
