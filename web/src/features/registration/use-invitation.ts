import { invitationEndpoints, type InvitationKind } from '@sentrywell/contract/invitations.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../kernel/call.ts';
import { maxRetries, mayRetry, retryAfterMilliseconds } from '../../kernel/fetch-policy.ts';
import { useAddressToken } from '../../kernel/use-address-token.ts';

type Found = { readonly email: string; readonly inviter: string; readonly invites: InvitationKind };

export type Invitation =
  | { readonly kind: 'none' }
  | { readonly kind: 'looking'; readonly token: string }
  | ({ readonly kind: 'invited'; readonly token: string } & Found);

/**
 * Looks up the invitation that the address names. A link that is no longer good leads to /error (specification §8); where the
 * server cannot be reached it is asked again as for any read (§7), since nothing is known of the invitation then.
 */
export function useInvitation(): Invitation {
  const token = useAddressToken();
  const navigate = useNavigate();
  const [found, setFound] = useState<Found & { readonly token: string }>();

  useEffect(() => {
    if (token === '') {
      return undefined;
    }
    let isWanted = true;
    let next: ReturnType<typeof setTimeout> | undefined;
    const fail = (error: unknown, retriesLeft: number) => {
      if (isWanted && retriesLeft > 0 && mayRetry(error)) {
        next = setTimeout(look, retryAfterMilliseconds, retriesLeft - 1);
      } else if (isWanted) {
        void navigate('/error', { replace: true, state: { message: invalidInvitation } });
      }
    };
    const look = (retriesLeft: number) => {
      call(invitationEndpoints.findInvitation, { params: { token } }).then(
        ({ email, inviter, kind }) => isWanted && setFound({ token, email, inviter, invites: kind }),
        (error: unknown) => fail(error, retriesLeft),
      );
    };
    look(maxRetries);
    return () => {
      isWanted = false;
      clearTimeout(next);
    };
  }, [token, navigate]);

  if (token === '') {
    return { kind: 'none' };
  }
  return found?.token === token ? { kind: 'invited', ...found } : { kind: 'looking', token };
}

export const invalidInvitation = 'Invalid or expired invitation';
