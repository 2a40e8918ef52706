import { textInState } from '../../kernel/navigation-state.ts';
import { ownPath } from '../../kernel/own-path.ts';

type SignedIn = { readonly userType: 'msp' | 'organization'; readonly orgId: number | null };

/** Where somebody goes after signing in: back to where they were going, else by user type (specification §2, 'Login'). */
export function whereTo({ userType, orgId }: SignedIn, state: unknown): string {
  const wanted = ownPath(textInState(state, 'from'));
  if (wanted !== undefined) {
    return wanted;
  }
  if (userType === 'msp') {
    return '/msp/dashboard';
  }
  return orgId === null ? '/dashboard' : `/org/${orgId}/dashboard`;
}
