import { z } from 'zod';
import { screenRoles } from './access.ts';
import { endpoint } from './endpoint.ts';
import { mspRoles } from './permissions.ts';
import { idParams, instant, noBody, nothing } from './shapes.ts';

/** An organization (specification §3, 'Organization (tenant)'). */
export const organization = z.object({
  id: z.int(),
  name: z.string(),
  domainName: z.string(),
  mspId: z.int().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type Organization = z.output<typeof organization>;

/** One row of the organizations list. */
export const listedOrganization = organization.extend({
  status: z.enum(['active', 'pending', 'inactive']),
  /** Compliance score of the newest assessment, 0–100 with one decimal; null: not assessed. */
  score: z.number().nullable(),
  assessedAt: instant.nullable(),
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
        status: z.enum(['active', 'pending', 'inactive']),
        mspName: z.string().nullable(),
      }),
    }),
    refusals: ['organization.not_found'],
  }),
};
