import { mayEnterScreen } from '@sentrywell/contract/access.ts';
import type { Session } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { askAhead } from '../../kernel/asked-ahead.ts';
import { subjectOf } from '../../kernel/read-session.ts';

type Address = { readonly pathname: string; readonly search: string };

/**
 * Asks for the longest answer of the screen at that address, an assessment with its hundreds of rows, while the screen is still
 * to come: where the person may enter it, as the guard has it (kernel/guards.tsx).
 * @returns what it was asked with; undefined: nothing was.
 */
export function askAheadOf({ pathname, search }: Address, session: Session): { params: { id: string } } | undefined {
  const [, id] = /^\/org\/([1-9]\d{0,9})\/sra$/.exec(pathname) ?? [];
  // An address with more to it may name another assessment than the newest.
  if (id === undefined || search !== '' || session.mustEnrolSecondFactor) {
    return undefined;
  }
  if (!mayEnterScreen(subjectOf(session), 'orgSra', Number(id))) {
    return undefined;
  }
  const input = { params: { id } };
  askAhead(session.userId, sraEndpoints.findNewestAssessment, input);
  return input;
}

/** The same for a page that has just been opened and keeps no answer yet: with everything else that the screen will ask for. */
export function askAllAheadOf(address: Address, session: Session): void {
  const input = askAheadOf(address, session);
  if (input !== undefined) {
    askAhead(session.userId, organizationEndpoints.findOrganization, input);
    askAhead(session.userId, sraEndpoints.listAssessments, input);
    askAhead(session.userId, sraEndpoints.findAssessmentSettings, input);
  }
}
