import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { listedRoleNames, type OrganizationRole } from '@sentrywell/contract/permissions.ts';
import { type TeamMember, teamEndpoints } from '@sentrywell/contract/team.ts';
import { useState } from 'react';
import { call, CallFailed } from '../../kernel/call.ts';
import { useRefreshAll } from '../../kernel/use-call.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { InvitationLink, type SentLink } from '../invitations/InvitationLink.tsx';
import {
  editProblems,
  inviteProblems,
  isOffered,
  offeredRoles,
  organizationRoleOf,
  type PersonProblems,
  personProblems,
} from './person-rules.ts';

export type PersonDialogMode = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly person: TeamMember };

type Props = {
  readonly orgId: string;
  /** undefined: closed. */
  readonly mode: PersonDialogMode | undefined;
  readonly onClose: () => void;
};

/** The Add/Edit Person dialog (specification §2 and §5). */
export function PersonDialog({ orgId, mode, onClose }: Props) {
  const [sent, setSent] = useState<SentLink>();
  function close() {
    setSent(undefined);
    onClose();
  }
  return (
    <Dialog title={mode?.kind === 'edit' ? 'Edit Person' : 'Add Person'} isOpen={mode !== undefined} onClose={close}>
      {sent !== undefined && <InvitationLink {...sent} onDone={close} />}
      {sent === undefined && mode?.kind === 'add' && (
        <AddPerson orgId={orgId} onCancel={close} onSent={(link) => (link === undefined ? close() : setSent(link))} />
      )}
      {mode?.kind === 'edit' && <EditPerson orgId={orgId} person={mode.person} onDone={close} />}
    </Dialog>
  );
}

type AddProps = {
  readonly orgId: string;
  readonly onCancel: () => void;
  readonly onSent: (sent: SentLink | undefined) => void;
};

function AddPerson({ orgId, onCancel, onSent }: AddProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<OrganizationRole>();
  const [problems, setProblems] = useState<PersonProblems>({});
  const { isSending, invite } = useInvite(orgId, setProblems, onSent);

  function submit() {
    const found = personProblems({ email, role });
    setProblems(found);
    if (Object.keys(found).length === 0 && role !== undefined && !isSending) {
      invite(email, role);
    }
  }

  return (
    <Form onSubmit={submit}>
      {problems.form !== undefined && <Banner tone="bad">{problems.form}</Banner>}
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={254}
        autoFocus
        value={email}
        onValue={(typed) => {
          setEmail(typed);
          setProblems({});
        }}
        help="We send a link to this address. Whoever opens it joins this organization."
        error={problems.email}
      />
      <RoleSelect
        role={role}
        onRole={(chosen) => {
          setRole(chosen);
          setProblems({});
        }}
        error={problems.role}
      />
      <DialogFooter isPending={isSending}>
        <Button onClick={onCancel} disabled={isSending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={isSending} pendingLabel="Sending...">
          Send invitation
        </Button>
      </DialogFooter>
    </Form>
  );
}

function useInvite(
  orgId: string,
  onProblems: (problems: PersonProblems) => void,
  onSent: (sent: SentLink | undefined) => void,
) {
  const refreshAll = useRefreshAll();
  const [isSending, setSending] = useState(false);

  async function send(email: string, role: OrganizationRole) {
    setSending(true);
    onProblems({});
    try {
      const body = { email, role, tenantIds: [] };
      const { link } = await call(invitationEndpoints.inviteMember, { query: { orgId }, body });
      showToast('good', 'Invitation sent!');
      await refreshAll(teamEndpoints.listOrganizationTeam, invitationEndpoints.listMemberInvitations);
      onSent(link === undefined ? undefined : { email, link });
    } catch (failure) {
      const isAnswer = failure instanceof CallFailed && failure.status !== 0;
      showToast('bad', isAnswer ? 'Failed to send invite.' : 'Error sending invite.');
      onProblems(inviteProblems(failure));
      setSending(false);
    }
  }

  return { isSending, invite: (email: string, role: OrganizationRole) => void send(email, role) };
}

type RoleSelectProps = {
  readonly role: OrganizationRole | undefined;
  readonly onRole: (role: OrganizationRole) => void;
  readonly error: string | undefined;
  /** The role that somebody holds already. */
  readonly present?: OrganizationRole | undefined;
};

function RoleSelect({ role, onRole, error, present }: RoleSelectProps) {
  const isKept = present !== undefined && !isOffered(present);
  return (
    <Select
      label="Role"
      options={offeredRoles(present).map((value) => ({ value, label: listedRoleNames[value] }))}
      value={role}
      onValue={onRole}
      placeholder="Select role"
      help={isKept ? `${listedRoleNames[present]} cannot be chosen here again after a change.` : undefined}
      error={error}
    />
  );
}

type EditProps = { readonly orgId: string; readonly person: TeamMember; readonly onDone: () => void };

function EditPerson({ orgId, person, onDone }: EditProps) {
  const refreshAll = useRefreshAll();
  const present = organizationRoleOf(person.role);
  const [role, setRole] = useState(present);
  const [problems, setProblems] = useState<PersonProblems>({});
  const [isSaving, setSaving] = useState(false);

  async function save(chosen: OrganizationRole) {
    setSaving(true);
    try {
      const params = { userId: String(person.id) };
      await call(teamEndpoints.editMember, { params, query: { orgId }, body: { role: chosen } });
      showToast('good', `${person.name} is ${listedRoleNames[chosen]} now.`);
      await refreshAll(teamEndpoints.listOrganizationTeam);
      onDone();
    } catch (failure) {
      setProblems(editProblems(failure));
      setSaving(false);
    }
  }

  function submit() {
    const found = personProblems({ email: person.email, role });
    setProblems(found);
    if (role === person.role) {
      onDone();
    } else if (Object.keys(found).length === 0 && role !== undefined && !isSaving) {
      void save(role);
    }
  }

  return (
    <Form onSubmit={submit}>
      {problems.form !== undefined && <Banner tone="bad">{problems.form}</Banner>}
      <TextField label="Email" type="email" value={person.email} readOnly help={`${person.name} signs in with it.`} />
      <RoleSelect
        role={role}
        onRole={(chosen) => {
          setRole(chosen);
          setProblems({});
        }}
        error={problems.role}
        present={present}
      />
      <DialogFooter isPending={isSaving}>
        <Button onClick={onDone} disabled={isSaving}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={isSaving} pendingLabel="Saving...">
          Save
        </Button>
      </DialogFooter>
    </Form>
  );
}
