import { invitationEndpoints, type InvitationKind } from '@sentrywell/contract/invitations.ts';
import { useEffect, useState } from 'react';
import { call } from '../../kernel/call.ts';
import { maxRetries, mayRetry, retryAfterMilliseconds } from '../../kernel/fetch-policy.ts';
import { useAddressToken } from '../../kernel/use-address-token.ts';

type Found = { readonly email: string; readonly inviter: string; readonly invites: InvitationKind };

export type Invitation =
  | { readonly kind: 'none' }
  | { readonly kind: 'looking' | 'invalid'; readonly token: string }
  | ({ readonly kind: 'invited'; readonly token: string } & Found);

/**
 * Looks up the invitation that the address names. Where the server cannot be reached it is asked again as for any read
 * (specification §7), since nothing is known of the invitation then.
 */
export function useInvitation(): Invitation {
  const token = useAddressToken();
  const [looked, setLooked] = useState<Exclude<Invitation, { readonly kind: 'none' }>>();

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
        setLooked({ kind: 'invalid', token });
      }
    };
    const look = (retriesLeft: number) => {
      call(invitationEndpoints.findInvitation, { params: { token } }).then(
        ({ email, inviter, kind }) => isWanted && setLooked({ kind: 'invited', token, email, inviter, invites: kind }),
        (error: unknown) => fail(error, retriesLeft),
      );
    };
    look(maxRetries);
    return () => {
      isWanted = false;
      clearTimeout(next);
    };
  }, [token]);

  if (token === '') {
    return { kind: 'none' };
  }
  return looked?.token === token ? looked : { kind: 'looking', token };
}

export const invalidInvitation = 'Invalid or expired invitation';
