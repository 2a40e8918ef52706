import { accessRequestEndpoints } from '@sentrywell/contract/access-requests.ts';
import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import type { MspRole } from '@sentrywell/contract/permissions.ts';
import { teamEndpoints } from '@sentrywell/contract/team.ts';
import { type ReactNode, useState } from 'react';
import { call } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { useSession } from '../../kernel/session.tsx';
import { useRefreshAll } from '../../kernel/use-call.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { InvitationLink, type SentLink } from '../invitations/InvitationLink.tsx';
import { isOfAddress } from '../invitations/is-of-address.ts';
import { MspRoleSelect } from './MspRoleSelect.tsx';
import {
  domainOfInviter,
  isMspInviteComplete,
  missingForMspInvite,
  mspEmailProblem,
  mspEmailProblemOnSubmit,
} from './msp-invite-rules.ts';
import { TenantSelect } from './TenantSelect.tsx';

type Props = { readonly isOpen: boolean; readonly onClose: () => void };

/** The Invite User dialog (specification §2 and §5). */
export function InviteUserDialog({ isOpen, onClose }: Props) {
  const [sent, setSent] = useState<SentLink>();
  function close() {
    setSent(undefined);
    onClose();
  }
  return (
    <Dialog title="Invite User" isOpen={isOpen} onClose={close}>
      {sent === undefined ? (
        <InviteForm onCancel={close} onSent={(link) => (link === undefined ? close() : setSent(link))} />
      ) : (
        <InvitationLink {...sent} onDone={close} />
      )}
    </Dialog>
  );
}

type FormProps = { readonly onCancel: () => void; readonly onSent: (sent: SentLink | undefined) => void };

function InviteForm({ onCancel, onSent }: FormProps) {
  const { userDetails } = useSession();
  const domain = domainOfInviter(userDetails?.email);
  const { email, role, tenantIds, problem, failure, isSending, type, setRole, setTenantIds, submit } =
    useInvite(onSent);
  const isComplete = isMspInviteComplete({ email, role, tenantIds });
  return (
    <Form onSubmit={submit}>
      {failure !== undefined && <Banner tone="bad">{failure}</Banner>}
      <p className="text-ink-soft">
        Inviting users from your domain: <span className="font-medium text-ink">@{domain ?? '...'}</span>
      </p>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        placeholder={domain === undefined ? undefined : `user@${domain}`}
        maxLength={254}
        autoFocus
        value={email}
        onValue={type}
        error={problem}
        help={problem === undefined ? emailHelp(email.trim() !== '') : undefined}
      />
      <MspRoleSelect role={role} onRole={setRole} />
      <TenantSelect selected={tenantIds} onSelected={setTenantIds} />
      <DialogFooter isPending={isSending}>
        <Button onClick={onCancel} disabled={isSending}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          pending={isSending}
          pendingLabel="Inviting..."
          disabled={!isSending && (problem !== undefined || !isComplete)}
        >
          Invite
        </Button>
      </DialogFooter>
    </Form>
  );
}

function emailHelp(isValid: boolean): ReactNode {
  return (
    // As tall as an error, so that nothing moves when the note appears.
    <span role="status" className={isValid ? 'flex items-center gap-1.5 font-medium text-good-ink' : undefined}>
      {isValid ? (
        <>
          <Icon name="checkCircle" className="size-4" />
          Valid email domain
        </>
      ) : (
        'We send a link to this address.'
      )}
    </span>
  );
}

function useInvite(onSent: FormProps['onSent']) {
  const { userDetails } = useSession();
  const refreshAll = useRefreshAll();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<MspRole | undefined>('MSP_USER');
  const [tenantIds, setTenantIds] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function send(chosen: MspRole) {
    setSending(true);
    setFailure(undefined);
    try {
      const body = { email, role: chosen, tenantIds: [...tenantIds].map(Number) };
      const { link } = await call(invitationEndpoints.inviteMspMember, { body });
      showToast('good', 'Invitation sent!');
      await refreshAll(
        teamEndpoints.listMspTeam,
        accessRequestEndpoints.listPendingRequests,
        invitationEndpoints.listMspInvitations,
      );
      onSent(link === undefined ? undefined : { email, link });
    } catch (error) {
      showToast('bad', 'Failed to send invite.');
      const say = isOfAddress(error) ? setProblem : setFailure;
      say(failureWords(error, 'The invitation could not be sent. Please try again.'));
      setSending(false);
    }
  }

  function submit() {
    const found = mspEmailProblemOnSubmit(email, userDetails?.email);
    setProblem(found);
    if (!isMspInviteComplete({ email, role, tenantIds })) {
      showToast('bad', missingForMspInvite);
    } else if (found === undefined && role !== undefined && !isSending) {
      void send(role);
    }
  }

  function type(typed: string) {
    setEmail(typed);
    setProblem(mspEmailProblem(typed, userDetails?.email));
  }

  return { email, role, tenantIds, problem, failure, isSending, type, setRole, setTenantIds, submit };
}
