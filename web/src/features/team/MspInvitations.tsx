import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { call } from '../../kernel/call.ts';
import { useCall } from '../../kernel/use-call.ts';
import { OpenInvitations } from '../invitations/OpenInvitations.tsx';
import { tableStateOf } from '../invitations/table-state-of.ts';

/** Colleagues who were invited into the MSP and have not registered yet. */
export function MspInvitations() {
  const { data, error, refresh } = useCall(invitationEndpoints.listMspInvitations);
  const colleagues = data?.invitations.filter(({ kind }) => kind === 'msp_member');
  const input = (id: number) => ({ params: { id: String(id) } });
  return (
    <OpenInvitations
      title="Open invitations"
      state={tableStateOf(colleagues, error, () => void refresh())}
      onResend={async (id) => {
        const sent = await call(invitationEndpoints.resendMspInvitation, input(id));
        await refresh();
        return sent;
      }}
      onRevoke={async (id) => {
        await call(invitationEndpoints.revokeMspInvitation, input(id));
        await refresh();
      }}
    />
  );
}
