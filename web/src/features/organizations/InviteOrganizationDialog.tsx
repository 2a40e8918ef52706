import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { listedRoleNames, type OrganizationRole, organizationRoles } from '@sentrywell/contract/permissions.ts';
import { isEmail } from '@sentrywell/contract/shapes.ts';
import { useState } from 'react';
import { call, CallFailed } from '../../kernel/call.ts';
import { useRefreshAll } from '../../kernel/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { InvitationLink } from '../invitations/InvitationLink.tsx';

type Props = { readonly isOpen: boolean; readonly onClose: () => void };

const roleOptions = organizationRoles.map((value) => ({ value, label: listedRoleNames[value] }));

/** The Invite Organization dialog (specification §2, §5). */
export function InviteOrganizationDialog({ isOpen, onClose }: Props) {
  const [link, setLink] = useState<string>();
  const close = () => {
    setLink(undefined);
    onClose();
  };
  return (
    <Dialog title="Invite Organization" isOpen={isOpen} onClose={close}>
      {link === undefined ? (
        <InviteForm onCancel={close} onSent={(sentLink) => (sentLink === undefined ? close() : setLink(sentLink))} />
      ) : (
        <InvitationLink link={link} onDone={close} />
      )}
    </Dialog>
  );
}

/** What the server has against the address itself. */
function reasonOf(failure: unknown): string | undefined {
  return failure instanceof CallFailed && failure.status >= 400 && failure.status < 500 ? failure.message : undefined;
}

/** Live while typing, and again on submit. */
function emailProblem(email: string): string | undefined {
  return email === '' || isEmail(email) ? undefined : 'Please enter a valid email address';
}

type FormProps = { readonly onCancel: () => void; readonly onSent: (link: string | undefined) => void };

function InviteForm({ onCancel, onSent }: FormProps) {
  const refreshAll = useRefreshAll();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<OrganizationRole>('ORG_ADMIN');
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);

  function type(value: string) {
    setEmail(value);
    setError(emailProblem(value));
  }

  async function send() {
    setSending(true);
    try {
      const { link } = await call(invitationEndpoints.inviteOrganization, { body: { email, role } });
      showToast('good', 'Organization invitation sent successfully!');
      await refreshAll(organizationEndpoints.listTenants, invitationEndpoints.listMspInvitations);
      onSent(link);
    } catch (failure) {
      setError(reasonOf(failure));
      showToast('bad', 'Failed to send organization invitation.');
      setSending(false);
    }
  }

  function submit() {
    const problem = email.trim() === '' ? 'Email is required' : emailProblem(email);
    setError(problem);
    if (problem !== undefined) {
      if (email.trim() === '') {
        showToast('bad', 'Please enter email!');
      }
    } else if (!isSending) {
      void send();
    }
  }

  return (
    <Form onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        autoFocus
        value={email}
        onValue={type}
        error={error}
        help="We send a link to this address. Whoever opens it registers the organization."
      />
      <Select label="Role" options={roleOptions} value={role} onValue={setRole} />
      <DialogFooter isPending={isSending}>
        <Button onClick={onCancel} disabled={isSending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={isSending} pending={isSending} pendingLabel="Sending...">
          Send invitation
        </Button>
      </DialogFooter>
    </Form>
  );
}
