import { holdsOneOf } from '@sentrywell/contract/access.ts';
import { type Organization, organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { useSession } from '../../kernel/session.tsx';
import { useRefreshAll } from '../../kernel/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import { RenameOrganizationDialog } from './RenameOrganizationDialog.tsx';

type ActedOn = Pick<Organization, 'id' | 'name' | 'domainName'> & {
  readonly status: 'active' | 'pending' | 'inactive';
};

type ActionsProps = {
  /** undefined while it loads: the room of the buttons is kept. */
  readonly organization: ActedOn | undefined;
};

/** What an administrator may do with an organization: rename it; for the MSP's, deactivate it and let it in again. */
export function OrganizationActions({ organization }: ActionsProps) {
  const { subject } = useSession();
  const [isRenaming, setRenaming] = useState(false);
  if (subject === undefined || !holdsOneOf(subject, ['ORG_ADMIN', 'MSP_SUPER_ADMIN'])) {
    return null;
  }
  const mayDeactivate = holdsOneOf(subject, ['MSP_SUPER_ADMIN']);
  if (organization === undefined) {
    return (
      <>
        <Skeleton className="h-10 w-27" />
        {mayDeactivate && <Skeleton className="h-10 w-27" />}
      </>
    );
  }
  return (
    <>
      <Button icon="edit" onClick={() => setRenaming(true)}>
        Rename
      </Button>
      {mayDeactivate && <Activation organization={organization} />}
      <RenameOrganizationDialog organization={organization} isOpen={isRenaming} onClose={() => setRenaming(false)} />
    </>
  );
}

const words = {
  deactivate: {
    endpoint: organizationEndpoints.deactivateOrganization,
    label: 'Deactivate',
    pending: 'Deactivating...',
    what: 'Its people are signed out at once and cannot sign in any more. Its records stay, and you can reactivate it later.',
    done: 'was deactivated.',
  },
  reactivate: {
    endpoint: organizationEndpoints.reactivateOrganization,
    label: 'Reactivate',
    pending: 'Reactivating...',
    what: 'Its people can sign in again.',
    done: 'is active again.',
  },
} as const;

function Activation({ organization }: { readonly organization: ActedOn }) {
  const { id, name, status } = organization;
  const refreshAll = useRefreshAll();
  const [isAsked, setAsked] = useState(false);
  const [isPending, setPending] = useState(false);
  const { endpoint, label, pending, what, done } = words[status === 'inactive' ? 'reactivate' : 'deactivate'];

  async function change() {
    setPending(true);
    try {
      await call(endpoint, { params: { id: String(id) } });
      showToast('good', `${name} ${done}`);
    } catch (error) {
      showToast('bad', failureWords(error, 'That did not work. Please try again.'));
    }
    // Also after a refusal: somebody else may have been quicker.
    await refreshAll(organizationEndpoints.findOrganization, organizationEndpoints.listTenants);
    setAsked(false);
    setPending(false);
  }

  return (
    <>
      <Button onClick={() => setAsked(true)}>{label}</Button>
      <ConfirmDialog
        title={`${label} ${name}?`}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => void change()}
        confirmLabel={label}
        pendingLabel={pending}
        isPending={isPending}
        isDestructive={status !== 'inactive'}
      >
        <p>{what}</p>
      </ConfirmDialog>
    </>
  );
}
