import { accountEndpoints, type Requirement } from '@sentrywell/contract/account.ts';
import type { Role } from '@sentrywell/contract/permissions.ts';
import { call } from '../../kernel/call.ts';
import { type CallState, useCall } from '../../kernel/use-call.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import { StepUp, useConfirmed } from './StepUp.tsx';
import { useWork } from './use-work.ts';

const places = {
  MSP_SUPER_ADMIN: {
    noun: 'MSP',
    find: accountEndpoints.findMspRequirement,
    change: accountEndpoints.changeMspRequirement,
  },
  ORG_ADMIN: {
    noun: 'organization',
    find: accountEndpoints.findOrganizationRequirement,
    change: accountEndpoints.changeOrganizationRequirement,
  },
} as const;

export type RequiringRole = keyof typeof places;

export function isRequiringRole(role: Role | undefined): role is RequiringRole {
  return role === 'MSP_SUPER_ADMIN' || role === 'ORG_ADMIN';
}

/** Whether everybody of one's own MSP or organization must have a second factor. */
export function RequirementCard({ role }: { readonly role: RequiringRole }) {
  const { noun, find, change } = places[role];
  return (
    <RequirementSwitch
      title={`Second factor for your ${noun}`}
      noun={noun}
      read={useCall(find)}
      onRequire={(required) => call(change, { body: { required } })}
    />
  );
}

/** The same for an organization that the MSP looks after. */
export function OrganizationRequirementCard({ orgId }: { readonly orgId: string }) {
  const query = { orgId };
  return (
    <StepUp>
      <RequirementSwitch
        title="Second factor"
        noun="organization"
        read={useCall(accountEndpoints.findOrganizationRequirement, { query })}
        onRequire={(required) => call(accountEndpoints.changeOrganizationRequirement, { query, body: { required } })}
      />
    </StepUp>
  );
}

type SwitchProps = {
  readonly title: string;
  readonly noun: string;
  readonly read: CallState<Requirement>;
  readonly onRequire: (required: boolean) => Promise<Requirement>;
};

function RequirementSwitch({ title, noun, read, onRequire }: SwitchProps) {
  const { data, error, refresh } = read;
  const confirmed = useConfirmed();
  const { isPending, run } = useWork();

  function require(required: boolean) {
    run(async () => {
      const changed = await confirmed(() => onRequire(required));
      await refresh(changed, { revalidate: false });
      showToast('good', required ? 'A second factor is required now.' : 'A second factor is no longer required.');
    });
  }

  return (
    <Card title={title}>
      {data === undefined ? (
        <Place message={error?.message} onRetry={() => void refresh()} />
      ) : (
        <>
          <p className="mb-4 text-ink-soft">
            {data.enrolled.toLocaleString()} of {data.people.toLocaleString()}{' '}
            {data.people === 1 ? 'person has' : 'people have'} a second factor.
          </p>
          <Checkbox
            label={`Require a second factor of everybody in this ${noun}`}
            help="Whoever has none is asked to set one up when they next log in, and can do nothing else before."
            checked={data.required}
            disabled={isPending}
            onChecked={require}
          />
        </>
      )}
    </Card>
  );
}

type PlaceProps = { readonly message: string | undefined; readonly onRetry: () => void };

function Place({ message, onRetry }: PlaceProps) {
  return message === undefined ? (
    <Skeleton className="h-14" />
  ) : (
    <ErrorState title="Error Loading Settings" message={message} level={3} onRetry={onRetry} />
  );
}
