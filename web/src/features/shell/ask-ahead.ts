import { mayEnterScreen } from '@sentrywell/contract/access.ts';
import type { Session } from '@sentrywell/contract/auth.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { askAhead } from '../../kernel/asked-ahead.ts';
import { subjectOf } from '../../kernel/read-session.ts';

type Address = { readonly pathname: string; readonly search: string };

/** The organization whose newest assessment that address shows, where the person may enter it, as the guard has it (kernel/guards.tsx). */
function assessedAt({ pathname, search }: Address, session: Session): string | undefined {
  const [, id] = /^\/org\/([1-9]\d{0,9})\/sra$/.exec(pathname) ?? [];
  // An address with more to it may name another assessment than the newest.
  if (id === undefined || search !== '' || session.mustEnrolSecondFactor) {
    return undefined;
  }
  return mayEnterScreen(subjectOf(session), 'orgSra', Number(id)) ? id : undefined;
}

/** Asks for the longest answer of the screen at that address, an assessment with its hundreds of rows, while it is still to come. */
export function askAheadOf(address: Address, session: Session): void {
  const id = assessedAt(address, session);
  if (id !== undefined) {
    askAhead(session.userId, sraEndpoints.findNewestAssessment, { params: { id } });
  }
}

/** The same for a page that has just been opened and keeps no answer yet: with everything else that the screen will ask for. */
export function askAllAheadOf(address: Address, session: Session): void {
  askAheadOf(address, session);
  const id = assessedAt(address, session);
  if (id !== undefined) {
    askAhead(session.userId, organizationEndpoints.findOrganization, { params: { id } });
    askAhead(session.userId, sraEndpoints.listAssessments, { params: { id } });
    askAhead(session.userId, sraEndpoints.findAssessmentSettings, { params: { id } });
  }
}
