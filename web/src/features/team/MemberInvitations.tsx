import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { call } from '../../kernel/call.ts';
import { useCall } from '../../kernel/use-call.ts';
import { OpenInvitations } from '../invitations/OpenInvitations.tsx';
import { tableStateOf } from '../invitations/table-state-of.ts';

/** People who were invited into this organization and have not registered yet. */
export function MemberInvitations({ orgId }: { readonly orgId: string }) {
  const { data, error, refresh } = useCall(invitationEndpoints.listMemberInvitations, { query: { orgId } });
  const input = (id: number) => ({ params: { invitationId: String(id) }, query: { orgId } });
  return (
    <OpenInvitations
      title="Open invitations"
      state={tableStateOf(data?.invitations, error, () => void refresh())}
      onResend={async (id) => {
        const sent = await call(invitationEndpoints.resendMemberInvitation, input(id));
        await refresh();
        return sent;
      }}
      onRevoke={async (id) => {
        await call(invitationEndpoints.revokeMemberInvitation, input(id));
        await refresh();
      }}
    />
  );
}
