import { invitationEndpoints, type InvitationKind } from '@sentrywell/contract/invitations.ts';
import { call } from '../../kernel/call.ts';
import { useCall } from '../../kernel/use-call.ts';
import { OpenInvitations } from './OpenInvitations.tsx';

type Props = {
  /** Colleagues, or organizations. */
  readonly kind: Exclude<InvitationKind, 'org_member'>;
  readonly hidesEmpty?: boolean;
};

/** Who was invited by the MSP and has not registered yet. */
export function MspInvitations({ kind, hidesEmpty = false }: Props) {
  const { data, error, refresh } = useCall(invitationEndpoints.listMspInvitations);
  const invitations = data?.invitations.filter((invitation) => invitation.kind === kind);
  const input = (id: number) => ({ params: { id: String(id) } });
  if (hidesEmpty && invitations?.length === 0) {
    return null;
  }
  return (
    <OpenInvitations
      invitations={invitations}
      error={error}
      refresh={refresh}
      onResend={(id) => call(invitationEndpoints.resendMspInvitation, input(id))}
      onRevoke={(id) => call(invitationEndpoints.revokeMspInvitation, input(id))}
    />
  );
}
