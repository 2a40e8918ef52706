import { accountEndpoints } from '@sentrywell/contract/account.ts';
import type { Role } from '@sentrywell/contract/permissions.ts';
import { call } from '../../kernel/call.ts';
import { useCall } from '../../kernel/use-call.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import { useConfirmed } from './StepUp.tsx';
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

/** Whether everybody of the MSP or organization must have a second factor. */
export function RequirementCard({ role }: { readonly role: RequiringRole }) {
  const { noun, find, change } = places[role];
  const { data, error, refresh } = useCall(find);
  const confirmed = useConfirmed();
  const { isPending, run } = useWork();

  function require(required: boolean) {
    run(async () => {
      const changed = await confirmed(() => call(change, { body: { required } }));
      await refresh(changed, { revalidate: false });
      showToast('good', required ? 'A second factor is required now.' : 'A second factor is no longer required.');
    });
  }

  return (
    <Card title={`Second factor for your ${noun}`}>
      {data === undefined ? (
        <Place message={error?.message} onRetry={() => void refresh()} />
      ) : (
        <>
          <p className="mb-4 text-ink-soft">
            {data.enrolled.toLocaleString()} of {data.people.toLocaleString()} people have a second factor.
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
