import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { listedRoleNames, type OrganizationRole, organizationRoles } from '@sentrywell/contract/permissions.ts';
import { isEmail } from '@sentrywell/contract/shapes.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { useRefreshAll } from '../../kernel/use-call.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { InvitationLink, type SentLink } from '../invitations/InvitationLink.tsx';
import { isOfAddress } from '../invitations/is-of-address.ts';

type Props = { readonly isOpen: boolean; readonly onClose: () => void };

const roleOptions = organizationRoles.map((value) => ({ value, label: listedRoleNames[value] }));

/** The Invite Organization dialog (specification §2, §5). */
export function InviteOrganizationDialog({ isOpen, onClose }: Props) {
  const [sent, setSent] = useState<SentLink>();
  const close = () => {
    setSent(undefined);
    onClose();
  };
  return (
    <Dialog title="Invite Organization" isOpen={isOpen} onClose={close}>
      {sent === undefined ? (
        <InviteForm onCancel={close} onSent={(link) => (link === undefined ? close() : setSent(link))} />
      ) : (
        <InvitationLink {...sent} onDone={close} />
      )}
    </Dialog>
  );
}

/** Live while typing, and again on submit. */
function emailProblem(email: string): string | undefined {
  return email === '' || isEmail(email) ? undefined : 'Please enter a valid email address';
}

type FormProps = { readonly onCancel: () => void; readonly onSent: (sent: SentLink | undefined) => void };

function useInvite(onSent: FormProps['onSent']) {
  const refreshAll = useRefreshAll();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<OrganizationRole>('ORG_ADMIN');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  function type(value: string) {
    setEmail(value);
    setProblem(emailProblem(value));
  }

  async function send() {
    setSending(true);
    setFailure(undefined);
    try {
      const { link } = await call(invitationEndpoints.inviteOrganization, { body: { email, role } });
      showToast('good', 'Organization invitation sent successfully!');
      await refreshAll(organizationEndpoints.listTenants, invitationEndpoints.listMspInvitations);
      onSent(link === undefined ? undefined : { email, link });
    } catch (error) {
      showToast('bad', 'Failed to send organization invitation.');
      const say = isOfAddress(error) ? setProblem : setFailure;
      say(failureWords(error, 'The invitation could not be sent. Please try again.'));
      setSending(false);
    }
  }

  function submit() {
    const found = email.trim() === '' ? 'Email is required' : emailProblem(email);
    setProblem(found);
    if (found !== undefined) {
      if (email.trim() === '') {
        showToast('bad', 'Please enter email!');
      }
    } else if (!isSending) {
      void send();
    }
  }

  return { email, role, problem, failure, isSending, type, setRole, submit };
}

function InviteForm({ onCancel, onSent }: FormProps) {
  const { email, role, problem, failure, isSending, type, setRole, submit } = useInvite(onSent);
  return (
    <Form onSubmit={submit}>
      {failure !== undefined && <Banner tone="bad">{failure}</Banner>}
      <TextField
        label="Email"
        type="email"
        autoFocus
        value={email}
        onValue={type}
        error={problem}
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
