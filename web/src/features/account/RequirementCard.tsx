import { accountEndpoints, type Requirement } from '@sentrywell/contract/account.ts';
import type { Role } from '@sentrywell/contract/permissions.ts';
import { call } from '../../kernel/call.ts';
import { useSession } from '../../kernel/session.tsx';
import { type CallState, useCall } from '../../kernel/use-call.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { grouped } from '../../ui/counted.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import { StepUp, useConfirmed } from './StepUp.tsx';
import { useWork } from './use-work.ts';

export type RequiringRole = 'MSP_SUPER_ADMIN' | 'ORG_ADMIN';

export function isRequiringRole(role: Role | undefined): role is RequiringRole {
  return role === 'MSP_SUPER_ADMIN' || role === 'ORG_ADMIN';
}

/** Whether everybody of one's own MSP or organization must have a second factor. */
export function RequirementCard({ role }: { readonly role: RequiringRole }) {
  return role === 'ORG_ADMIN' ? <OwnOrganizationCard /> : <OwnMspCard />;
}

function OwnMspCard() {
  const read = useCall(accountEndpoints.findMspRequirement);
  return (
    <RequirementSwitch
      title="Second factor for your MSP"
      noun="MSP"
      read={read}
      isOn={read.data?.required === true}
      onRequire={(required) => call(accountEndpoints.changeMspRequirement, { body: { required } })}
    />
  );
}

function OwnOrganizationCard() {
  const read = useCall(accountEndpoints.findOrganizationRequirement);
  const isHeld = read.data?.requiredByMsp === true;
  const { session } = useSession();
  // Of an organization without an MSP a root user may require it.
  const [who, they] =
    session?.mspId === null ? ['The operator of Sentrywell', 'the operator'] : ['Your provider', 'your provider'];
  return (
    <RequirementSwitch
      title="Second factor for your organization"
      noun="organization"
      read={read}
      isOn={read.data?.required === true}
      isHeld={isHeld}
      note={isHeld ? `${who} requires this, and only ${they} can lift it. ` : ''}
      onRequire={(required) => call(accountEndpoints.changeOrganizationRequirement, { body: { required } })}
    />
  );
}

/** The same for an organization that the MSP looks after: what the MSP requires of it. */
export function OrganizationRequirementCard({ orgId }: { readonly orgId: string }) {
  const query = { orgId };
  const read = useCall(accountEndpoints.findOrganizationRequirement, { query });
  const isOn = read.data?.requiredByMsp === true;
  return (
    <StepUp>
      <RequirementSwitch
        title="Second factor"
        noun="organization"
        read={read}
        isOn={isOn}
        note={!isOn && read.data?.required === true ? 'The organization requires this itself, and can lift it. ' : ''}
        onRequire={(required) => call(accountEndpoints.changeOrganizationRequirement, { query, body: { required } })}
      />
    </StepUp>
  );
}

type SwitchProps<Read extends Requirement> = {
  readonly title: string;
  readonly noun: string;
  readonly read: CallState<Read>;
  readonly isOn: boolean;
  /** Somebody else decides. */
  readonly isHeld?: boolean;
  /** Who else requires one, before what it means. */
  readonly note?: string;
  readonly onRequire: (required: boolean) => Promise<Read>;
};

function RequirementSwitch<Read extends Requirement>({
  title,
  noun,
  read,
  isOn,
  isHeld = false,
  note = '',
  onRequire,
}: SwitchProps<Read>) {
  const { data, error, refresh } = read;
  const confirmed = useConfirmed();
  const { isPending, run } = useWork();

  function require(required: boolean) {
    run(async () => {
      try {
        const changed = await confirmed(() => onRequire(required));
        await refresh(changed, { revalidate: false });
        showToast('good', wordsAfter(required, changed));
      } catch (error) {
        // Somebody else may have decided since this was read.
        void refresh();
        throw error;
      }
    });
  }

  return (
    <Card title={title}>
      {data === undefined ? (
        <Place message={error?.message} onRetry={() => void refresh()} />
      ) : (
        <>
          <p className="mb-4 text-ink-soft">
            {grouped(data.enrolled)} of {grouped(data.people)} {data.people === 1 ? 'person has' : 'people have'} a
            second factor.
          </p>
          <Checkbox
            label={`Require a second factor of everybody in this ${noun}`}
            help={`${note}Whoever has none is asked to set one up when they next log in, and can do nothing else before.`}
            checked={isOn}
            disabled={isHeld}
            pending={isPending}
            onChecked={require}
          />
        </>
      )}
    </Card>
  );
}

function wordsAfter(wanted: boolean, { required }: Requirement): string {
  if (wanted) {
    return 'A second factor is required now.';
  }
  return required
    ? 'You no longer require a second factor; the organization still does.'
    : 'A second factor is no longer required.';
}

type PlaceProps = { readonly message: string | undefined; readonly onRetry: () => void };

function Place({ message, onRetry }: PlaceProps) {
  return message === undefined ? (
    <Skeleton className="h-14" />
  ) : (
    <ErrorState title="Error Loading Settings" message={message} level={3} onRetry={onRetry} />
  );
}
