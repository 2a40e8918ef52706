import { holdsOneOf, reachesOrganization } from '@sentrywell/contract/access.ts';
import { mspRoles } from '@sentrywell/contract/permissions.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { PersonDb } from '../../kernel/tenant.ts';
import { findPerson, type PersonDetails } from './queries.ts';

/** Oneself, or somebody of one's own team with a role that sees the team (security rule 6); anybody else is a 404. */
export async function findDetails(db: PersonDb, actor: Actor, userId: number): Promise<PersonDetails> {
  const person = await findPerson(db, userId);
  if (person === undefined || !(person.id === actor.userId || mayLookAt(actor, person))) {
    throw new Refusal('person.not_found');
  }
  return person;
}

function mayLookAt(actor: Actor, { organizationId }: PersonDetails): boolean {
  if (actor.mustEnrolSecondFactor) {
    return false;
  }
  if (organizationId === null) {
    return holdsOneOf(actor, mspRoles);
  }
  if (actor.userType === 'organization') {
    return actor.orgId === organizationId && holdsOneOf(actor, ['ORG_ADMIN', 'ORG_AUDITOR', 'SECURITY_ANALYST']);
  }
  return reachesOrganization(actor, { id: organizationId, mspId: actor.tenantId });
}
