import { z } from 'zod';
import { screenRoles } from './access.ts';
import { endpoint } from './endpoint.ts';
import { mspRoles } from './permissions.ts';
import {
  domainName,
  done,
  idParams,
  instant,
  noBody,
  nothing,
  organizationStatuses,
  requiredLine,
  searchText,
} from './shapes.ts';

/** An organization (specification §3, 'Organization (tenant)'). */
const organization = z.object({
  id: z.int(),
  name: z.string(),
  domainName: z.string(),
  mspId: z.int().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type Organization = z.output<typeof organization>;

/** One row of the organizations list. */
const listedOrganization = organization.extend({
  status: z.enum(organizationStatuses),
  /** Compliance score of the newest assessment, 0–100 with one decimal; null: not assessed. */
  score: z.number().nullable(),
  assessedAt: instant.nullable(),
  /** That of the assessment before; null: there is none, or it was not judged by the same rules and tiers. A server from before says nothing. */
  scoreBefore: z.number().nullish(),
});
export type ListedOrganization = z.output<typeof listedOrganization>;

export const organizationEndpoints = {
  listTenants: endpoint({
    method: 'GET',
    path: '/api/msp-service/msp/tenants',
    summary: 'The organizations the caller may reach',
    access: { kind: 'msp', roles: mspRoles },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: z.object({ tenants: z.array(listedOrganization) }),
    refusals: [],
  }),
  findOrganization: endpoint({
    method: 'GET',
    path: '/api/organization-service/organizations/:id',
    summary: 'One organization',
    access: { kind: 'organization', roles: screenRoles.orgDashboard, from: 'path' },
    params: idParams,
    query: nothing,
    body: noBody,
    reply: z.object({
      organization: organization.extend({
        status: z.enum(organizationStatuses),
        mspName: z.string().nullable(),
      }),
    }),
    refusals: ['organization.not_found'],
  }),
  exportTenants: endpoint({
    method: 'GET',
    path: '/api/msp-service/msp/tenants/export',
    summary: 'The organizations the caller may reach, as organizations.csv',
    access: { kind: 'msp', roles: mspRoles },
    params: nothing,
    /** `search`: only names that contain it, whatever their case. */
    query: z.strictObject({ search: searchText.optional() }),
    body: noBody,
    reply: z.unknown(),
    refusals: [],
  }),
  renameOrganization: endpoint({
    method: 'POST',
    path: '/api/organization-service/organizations/:id',
    summary:
      'Change the name and the domain of an organization; its own admin takes no domain but that of their address',
    access: { kind: 'organization', roles: ['ORG_ADMIN', 'MSP_SUPER_ADMIN'], from: 'path' },
    params: idParams,
    query: nothing,
    body: z.strictObject({ name: requiredLine(100, 'Name is required'), domainName }),
    reply: done,
    refusals: ['organization.not_found', 'organization.domain_taken', 'organization.domain_not_own'],
  }),
  deactivateOrganization: endpoint({
    method: 'POST',
    path: '/api/organization-service/organizations/:id/deactivate',
    summary: 'Deactivate an organization: its people are signed out and cannot sign in; the record stays',
    access: { kind: 'organization', roles: ['MSP_SUPER_ADMIN'], from: 'path' },
    params: idParams,
    query: nothing,
    body: noBody,
    reply: done,
    refusals: ['organization.not_found', 'organization.not_active'],
  }),
  reactivateOrganization: endpoint({
    method: 'POST',
    path: '/api/organization-service/organizations/:id/reactivate',
    summary: 'Let the people of a deactivated organization sign in again',
    access: { kind: 'organization', roles: ['MSP_SUPER_ADMIN'], from: 'path' },
    params: idParams,
    query: nothing,
    body: noBody,
    reply: done,
    refusals: ['organization.not_found', 'organization.already_active'],
  }),
  findMspProfile: endpoint({
    method: 'GET',
    path: '/api/msp-service/msp/profile',
    summary: 'Name and domain of the caller’s MSP',
    access: { kind: 'msp', roles: mspRoles },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: z.object({ msp: z.object({ id: z.int(), name: z.string(), domainName: z.string() }) }),
    refusals: ['msp.not_found'],
  }),
  renameMsp: endpoint({
    method: 'POST',
    path: '/api/msp-service/msp/profile',
    summary: 'Change the name of the MSP',
    access: { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] },
    params: nothing,
    query: nothing,
    body: z.strictObject({ name: requiredLine(100, 'Name is required') }),
    reply: done,
    refusals: ['msp.not_found'],
  }),
};
