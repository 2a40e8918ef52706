import { type Account, accountEndpoints } from '@sentrywell/contract/account.ts';
import { type ReactNode, useState } from 'react';
import { call } from '../../kernel/call.ts';
import { canUsePasskeys } from '../../kernel/passkeys.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { type Removal, RemoveFactorDialog } from './RemoveFactorDialog.tsx';
import { SetUpTotpDialog, type TotpSecret } from './SetUpTotpDialog.tsx';
import { useConfirmed } from './StepUp.tsx';
import { useWork } from './use-work.ts';

type Factors = Account['secondFactor'];
type Props = { readonly factors: Factors; readonly onChanged: () => Promise<unknown> };

/** Authenticator app, passkeys and recovery codes: set up, remove, renew. */
export function SecondFactorCard({ factors, onChanged }: Props) {
  const { totp, passkeys } = factors;
  const hasOne = totp || passkeys.length > 0;
  const { isPending, secret, isAdding, setAdding, codes, setCodes, beginTotp, giveUp, renew, done } =
    useEnrolment(onChanged);
  const [removal, setRemoval] = useState<Removal>();
  return (
    <Card
      title="Second factor"
      aside={hasOne ? <Badge tone="good">On</Badge> : <Badge tone={factors.required ? 'bad' : 'warning'}>Off</Badge>}
    >
      <p className="text-ink-soft">
        Besides your password, logging in then asks for something that only you have. With one, a shorter password is
        enough.
      </p>
      <ul className="mt-4 divide-y divide-line border-t border-line">
        <FactorRow
          icon="phone"
          title="Authenticator app"
          detail={totp ? 'Set up' : 'An app on your phone shows a new code every 30 seconds.'}
        >
          {totp ? (
            <Button size="small" onClick={() => setRemoval({ kind: 'totp' })}>
              Remove app
            </Button>
          ) : (
            <Button size="small" pending={isPending} onClick={beginTotp}>
              Set up
            </Button>
          )}
        </FactorRow>
        {passkeys.map((passkey) => (
          <OwnPasskey key={passkey.id} passkey={passkey} onRemove={setRemoval} />
        ))}
        <PasskeyRow hasSome={passkeys.length > 0} onAdd={() => setAdding(true)} />
        {hasOne && (
          <FactorRow icon="document" title="Recovery codes" detail={`${factors.recoveryCodesLeft} left`}>
            <Button size="small" pending={isPending} onClick={renew}>
              Make new codes
            </Button>
          </FactorRow>
        )}
      </ul>
      <SetUpTotpDialog totp={secret} onClose={giveUp} onDone={done} />
      <AddPasskeyDialog isOpen={isAdding} onClose={giveUp} onDone={done} />
      <RemoveFactorDialog removal={removal} onClose={() => setRemoval(undefined)} onRemoved={onChanged} />
      <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
    </Card>
  );
}

function useEnrolment(onChanged: Props['onChanged']) {
  const confirmed = useConfirmed();
  const { isPending, run } = useWork();
  const [secret, setSecret] = useState<TotpSecret>();
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();

  function done(recoveryCodes: readonly string[]) {
    setSecret(undefined);
    setAdding(false);
    showToast('good', 'Your second factor is set up.');
    setCodes(recoveryCodes.length === 0 ? undefined : recoveryCodes);
    void onChanged();
  }

  /** What had no answer may be on nevertheless: the card then says so. */
  function giveUp() {
    setSecret(undefined);
    setAdding(false);
    void onChanged();
  }

  return {
    isPending,
    secret,
    giveUp,
    isAdding,
    setAdding,
    codes,
    setCodes,
    done,
    beginTotp: () => run(async () => setSecret(await confirmed(() => call(accountEndpoints.beginTotp)))),
    renew: () =>
      run(async () => {
        const { recoveryCodes } = await confirmed(() => call(accountEndpoints.renewRecoveryCodes));
        setCodes(recoveryCodes);
        await onChanged();
      }),
  };
}

type OwnPasskeyProps = {
  readonly passkey: Factors['passkeys'][number];
  readonly onRemove: (removal: Removal) => void;
};

function OwnPasskey({ passkey, onRemove }: OwnPasskeyProps) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  return (
    <FactorRow
      icon="key"
      title={name}
      detail={
        <>
          Passkey of <DateText value={createdAt} />, last used: <DateText value={lastUsedAt} absent="never" />
        </>
      }
    >
      <Button size="small" aria-label={`Remove ${name}`} onClick={() => onRemove({ kind: 'passkey', id, name })}>
        Remove
      </Button>
    </FactorRow>
  );
}

function PasskeyRow({ hasSome, onAdd }: { readonly hasSome: boolean; readonly onAdd: () => void }) {
  const isPossible = canUsePasskeys();
  return (
    <FactorRow
      icon="key"
      title={hasSome ? 'Another passkey' : 'Passkey'}
      detail={
        isPossible
          ? 'The fingerprint, face or PIN of a device, or a security key.'
          : 'This browser or address does not offer passkeys.'
      }
    >
      {isPossible && (
        <Button size="small" onClick={onAdd}>
          Add a passkey
        </Button>
      )}
    </FactorRow>
  );
}

type FactorRowProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly detail: ReactNode;
  readonly children: ReactNode;
};

function FactorRow({ icon, title, detail, children }: FactorRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <Icon name={icon} className="text-ink-soft" />
      <div className="min-w-0 grow basis-48">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="text-ink-soft">{detail}</p>
      </div>
      {/* Under the words where it does not fit beside them. */}
      <div className="max-sm:ml-9">{children}</div>
    </li>
  );
}
