import { invitationEndpoints } from '@sentrywell/contract/invitations.ts';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../kernel/call.ts';

export type Invitation = { readonly token: string } & (
  | { readonly kind: 'none' }
  | { readonly kind: 'looking' }
  | { readonly kind: 'invited'; readonly email: string; readonly inviter: string }
);

/**
 * Looks up the invitation that the address names. The token leaves the address bar at once, so that it ends up in no
 * history, screenshot or referrer (security rule 9). A link that is no longer good leads to /error.
 */
export function useInvitation(): Invitation {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const [invitation, setInvitation] = useState<Invitation>(() => {
    const token = query.get('token') ?? '';
    return token === '' ? { kind: 'none', token } : { kind: 'looking', token };
  });
  const { kind, token } = invitation;

  useEffect(() => {
    if (kind !== 'looking') {
      return;
    }
    setQuery({}, { replace: true });
    call(invitationEndpoints.findInvitation, { params: { token } }).then(
      ({ email, inviter }) => setInvitation({ kind: 'invited', token, email, inviter }),
      () => void navigate('/error', { replace: true, state: { message: 'Invalid or expired invitation' } }),
    );
    // Asked once for each token: the address no longer holds it the second time.
  }, [kind, token, navigate, setQuery]);

  return invitation;
}
