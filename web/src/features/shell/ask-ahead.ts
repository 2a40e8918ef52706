import { mayEnterScreen, type Screen } from '@sentrywell/contract/access.ts';
import type { Session } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { askAhead } from '../../kernel/asked-ahead.ts';
import { subjectOf } from '../../kernel/read-session.ts';

type Address = { readonly pathname: string; readonly search: string };

/**
 * Asks for the longest answer of the screen at that address, an assessment with its hundreds of rows or the matrix, while the screen is
 * still to come: where the person may enter it, as the guard has it (kernel/guards.tsx).
 */
export function askAheadOf(address: Address, session: Session): void {
  const assessment = newestAssessmentAt(address, session);
  if (assessment !== undefined) {
    askAhead(session.userId, sraEndpoints.findNewestAssessment, assessment);
  } else if (address.pathname === '/msp/assessments' && mayEnter(session, 'mspAssessments')) {
    askAhead(session.userId, sraEndpoints.findAssessmentMatrix, {});
  }
}

/** The same for a page that has just been opened and keeps no answer yet: with everything else that the screen will ask for. */
export function askAllAheadOf(address: Address, session: Session): void {
  askAheadOf(address, session);
  const assessment = newestAssessmentAt(address, session);
  if (assessment !== undefined) {
    askAhead(session.userId, organizationEndpoints.findOrganization, assessment);
    askAhead(session.userId, sraEndpoints.listAssessments, assessment);
    askAhead(session.userId, sraEndpoints.findAssessmentSettings, assessment);
    // The first date takes a browser a dozen milliseconds. Now, while the answers are on their way, they cost nothing.
    new Intl.DateTimeFormat('en-US').format(0);
  }
}

function mayEnter(session: Session, screen: Screen, organizationId?: number): boolean {
  return !session.mustEnrolSecondFactor && mayEnterScreen(subjectOf(session), screen, organizationId);
}

/** @returns what an organization's newest assessment is asked for with, where the address shows it to that person. */
function newestAssessmentAt({ pathname, search }: Address, session: Session): { params: { id: string } } | undefined {
  const [, id] = /^\/org\/([1-9]\d{0,9})\/sra$/.exec(pathname) ?? [];
  // An address with more to it may name another assessment than the newest.
  return id !== undefined && search === '' && mayEnter(session, 'orgSra', Number(id)) ? { params: { id } } : undefined;
}
