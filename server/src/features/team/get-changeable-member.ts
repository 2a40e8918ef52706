import { roleIds } from '@sentrywell/contract/permissions.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import { findMember, lockActiveAdmins, type MemberRow, type TeamDb } from './queries.ts';

type Change = {
  readonly userId: number;
  /** Whether the person stays an active administrator if they are one. */
  readonly staysAdmin: boolean;
};

/**
 * The member as they are once nobody else can change the team's administrators any more.
 * @throws Refusal when it is oneself, nobody of this team, or the last active administrator (ruling R22).
 */
export async function getChangeableMember(
  db: TeamDb,
  actor: Actor,
  { userId, staysAdmin }: Change,
): Promise<MemberRow> {
  if (userId === actor.userId) {
    throw new Refusal('person.is_self');
  }
  const ofOrganization = 'organizationId' in db;
  const admins = await lockActiveAdmins(db, roleIds[ofOrganization ? 'ORG_ADMIN' : 'MSP_SUPER_ADMIN']);
  const member = await findMember(db, userId);
  if (member === undefined) {
    throw new Refusal('person.not_found');
  }
  if (!staysAdmin && admins.length === 1 && admins.includes(userId)) {
    throw new Refusal('person.last_admin');
  }
  // Who was demoted or removed while waiting for the lock may not act on what they were.
  const actsAsOneOfThem = ofOrganization ? actor.orgId === db.organizationId : !actor.isRootUser;
  if (actsAsOneOfThem && !admins.includes(actor.userId)) {
    throw new Refusal('access.denied');
  }
  return member;
}
