import { z } from 'zod';
import { screenRoles } from './access.ts';
import { endpoint } from './endpoint.ts';
import { mspRoles, organizationRoles, roles } from './permissions.ts';
import { bodyId, done, instant, noBody, nothing, orgIdQuery, pathId, personStatuses } from './shapes.ts';

/** Somebody of a team (specification §3, 'Team member'). */
const teamMember = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** null: a root user, who holds no role. */
  role: z.enum(roles).nullable(),
  /** The role as a page that lists people shows it (ruling R12); absent where there is none. */
  roleName: z.string().optional(),
  createdAt: instant,
  /** The same instant: the organization's list calls it so. */
  date: instant,
  /** inactive: deactivated; stays listed. */
  status: z.enum(personStatuses),
  avatar: z.string().optional(),
  isRootUser: z.boolean(),
});
export type TeamMember = z.output<typeof teamMember>;

/** A member of the MSP. `tenantIds`: the organizations assigned; only for whoever may edit, empty for an MSP_SUPER_ADMIN. */
const mspTeamMember = teamMember.extend({ tenantIds: z.array(z.int()).optional() });
export type MspTeamMember = z.output<typeof mspTeamMember>;

const userParams = z.strictObject({ userId: pathId });
const mspAdmins = { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] } as const;
const organizationAdmins = {
  kind: 'organization',
  roles: ['ORG_ADMIN', 'MSP_SUPER_ADMIN'],
  from: 'session',
} as const;

export const teamEndpoints = {
  listMspTeam: endpoint({
    method: 'GET',
    path: '/api/msp-service/msp/team-members',
    summary: 'The people of the MSP',
    access: { kind: 'msp', roles: mspRoles },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: z.object({ team: z.array(mspTeamMember) }),
    refusals: [],
  }),
  editMspMember: endpoint({
    method: 'POST',
    path: '/api/msp-service/msp/team-members/:userId',
    summary: 'Change the role and the assigned organizations of somebody of the MSP',
    access: mspAdmins,
    params: userParams,
    query: nothing,
    /** `tenantIds` counts for MSP_USER and MSP_AUDITOR; an MSP_SUPER_ADMIN reaches every organization of the MSP. */
    body: z.strictObject({ role: z.enum(mspRoles), tenantIds: z.array(bodyId).max(10_000) }),
    reply: done,
    refusals: ['person.not_found', 'person.is_self', 'person.last_admin', 'organization.not_found'],
  }),
  deactivateMspMember: endpoint({
    method: 'POST',
    path: '/api/msp-service/msp/team-members/:userId/deactivate',
    summary: 'Deactivate somebody of the MSP: ends their sessions, keeps their trail',
    access: mspAdmins,
    params: userParams,
    query: nothing,
    body: noBody,
    reply: done,
    refusals: ['person.not_found', 'person.is_self', 'person.last_admin', 'person.not_active'],
  }),
  reactivateMspMember: endpoint({
    method: 'POST',
    path: '/api/msp-service/msp/team-members/:userId/reactivate',
    summary: 'Let a deactivated person of the MSP sign in again',
    access: mspAdmins,
    params: userParams,
    query: nothing,
    body: noBody,
    reply: done,
    refusals: ['person.not_found', 'person.is_self', 'person.already_active'],
  }),
  listOrganizationTeam: endpoint({
    method: 'GET',
    path: '/api/organization-service/org/team-members',
    summary: 'The people of an organization',
    access: { kind: 'organization', roles: screenRoles.orgTeam, from: 'session' },
    params: nothing,
    query: orgIdQuery,
    body: noBody,
    reply: z.object({ team: z.array(teamMember) }),
    refusals: ['organization.not_found'],
  }),
  editMember: endpoint({
    method: 'POST',
    path: '/api/organization-service/org/team-members/:userId',
    summary: 'Change the role of somebody of an organization',
    access: organizationAdmins,
    params: userParams,
    query: orgIdQuery,
    body: z.strictObject({ role: z.enum(organizationRoles) }),
    reply: done,
    refusals: ['organization.not_found', 'person.not_found', 'person.is_self', 'person.last_admin'],
  }),
  deactivateMember: endpoint({
    method: 'POST',
    path: '/api/organization-service/org/team-members/:userId/deactivate',
    summary: 'Deactivate somebody of an organization: ends their sessions, keeps their trail',
    access: organizationAdmins,
    params: userParams,
    query: orgIdQuery,
    body: noBody,
    reply: done,
    refusals: [
      'organization.not_found',
      'person.not_found',
      'person.is_self',
      'person.last_admin',
      'person.not_active',
    ],
  }),
  reactivateMember: endpoint({
    method: 'POST',
    path: '/api/organization-service/org/team-members/:userId/reactivate',
    summary: 'Let a deactivated person of an organization sign in again',
    access: organizationAdmins,
    params: userParams,
    query: orgIdQuery,
    body: noBody,
    reply: done,
    refusals: ['organization.not_found', 'person.not_found', 'person.is_self', 'person.already_active'],
  }),
};
