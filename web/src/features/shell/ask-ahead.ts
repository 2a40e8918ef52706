import { mayEnterScreen } from '@sentrywell/contract/access.ts';
import type { Session } from '@sentrywell/contract/auth.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { askAhead } from '../../kernel/asked-ahead.ts';
import { subjectOf } from '../../kernel/read-session.ts';

type Address = { readonly pathname: string; readonly search: string };

/**
 * Asks for the longest answer of the screen at that address, an assessment with its hundreds of rows, while the screen is still
 * to come: where the person may enter it, as the guard has it (kernel/guards.tsx).
 */
export function askAheadOf({ pathname, search }: Address, session: Session): void {
  const [, id] = /^\/org\/([1-9]\d{0,9})\/sra$/.exec(pathname) ?? [];
  // An address with more to it may name another assessment than the newest.
  if (id === undefined || search !== '' || session.mustEnrolSecondFactor) {
    return;
  }
  if (mayEnterScreen(subjectOf(session), 'orgSra', Number(id))) {
    askAhead(session.userId, sraEndpoints.findNewestAssessment, { params: { id } });
  }
}
