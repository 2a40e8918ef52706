import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { call } from '../../kernel/call.ts';
import { useCall } from '../../kernel/use-call.ts';
import { OpenInvitations } from '../invitations/OpenInvitations.tsx';
import { tableStateOf } from '../invitations/table-state-of.ts';

/** Organizations that were invited and have not registered yet. */
export function OrganizationInvitations() {
  const { data, error, refresh } = useCall(invitationEndpoints.listMspInvitations);
  const invitations = data?.invitations.filter(({ kind }) => kind === 'organization');
  if (invitations?.length === 0) {
    return null;
  }
  return (
    <OpenInvitations
      title="Open invitations"
      state={tableStateOf(invitations, error, () => void refresh())}
      onResend={async (id) => {
        const sent = await call(invitationEndpoints.resendMspInvitation, { params: { id: String(id) } });
        await refresh();
        return sent;
      }}
      onRevoke={async (id) => {
        await call(invitationEndpoints.revokeMspInvitation, { params: { id: String(id) } });
        await refresh();
      }}
    />
  );
}
