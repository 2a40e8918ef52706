import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { call } from '../../kernel/call.ts';
import { useCall } from '../../kernel/use-call.ts';
import { OpenInvitations } from '../invitations/OpenInvitations.tsx';

/** People who were invited into this organization and have not registered yet. */
export function MemberInvitations({ orgId }: { readonly orgId: string }) {
  const { data, error, refresh } = useCall(invitationEndpoints.listMemberInvitations, { query: { orgId } });
  const input = (id: number) => ({ params: { invitationId: String(id) }, query: { orgId } });
  return (
    <OpenInvitations
      invitations={data?.invitations}
      error={error}
      refresh={refresh}
      onResend={(id) => call(invitationEndpoints.resendMemberInvitation, input(id))}
      onRevoke={(id) => call(invitationEndpoints.revokeMemberInvitation, input(id))}
    />
  );
}
