import type { Subject } from '@sentrywell/contract/access.ts';
import { holdsOneOf } from '@sentrywell/contract/access.ts';
import { listedRoleNames, roleOfId } from '@sentrywell/contract/permissions.ts';
import type { MspTeamMember, TeamMember } from '@sentrywell/contract/team.ts';
import type { MspDb, OrganizationDb } from '../../kernel/tenant.ts';
import { listMspMembers, listOrganizationMembers, type MemberRow } from './queries.ts';

function memberOf({ roleId, ...row }: MemberRow): TeamMember {
  const role = roleOfId(roleId);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: role ?? null,
    ...(role === undefined ? {} : { roleName: listedRoleNames[role] }),
    createdAt: row.createdAt,
    date: row.createdAt,
    status: row.status,
    isRootUser: row.isRootUser,
  };
}

/** Which organizations somebody is assigned is for those who may change it: others need not reach those organizations. */
export async function listMspTeam(db: MspDb, actor: Subject): Promise<MspTeamMember[]> {
  const mayEdit = holdsOneOf(actor, ['MSP_SUPER_ADMIN']);
  const rows = await listMspMembers(db);
  return rows.map(({ tenantIds, ...row }) => (mayEdit ? { ...memberOf(row), tenantIds } : memberOf(row)));
}

export async function listOrganizationTeam(db: OrganizationDb): Promise<TeamMember[]> {
  return (await listOrganizationMembers(db)).map(memberOf);
}
