import { z } from 'zod';
import { screenRoles } from './access.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, noBody, nothing } from './shapes.ts';

/** The figures of the two dashboards (rulings R30, R31). Months and days are those of UTC. */

/** `2026-11`. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** A sum now and a month ago, in US cents. */
export const revenueFigure = z.object({
  monthlyCents: z.int(),
  monthAgoCents: z.int(),
  /** Against a month ago, in percent of it, rounded; null where there was nothing a month ago. */
  changePercent: z.int().nullable(),
});
export type RevenueFigure = z.output<typeof revenueFigure>;

/** Over the organizations that the caller may reach: all of the MSP, the assigned ones, or for a root user every one. */
export const mspDashboard = z.object({
  organizations: z.int(),
  /** Organizations with open findings but deactivated ones: those that the matrix shows with something to mend. */
  activeProjects: z.int(),
  /** Requests to join the MSP; null for a root user, who belongs to none. */
  pendingApprovals: z.int().nullable(),
  /** Active members of the MSP; null for a root user. */
  teamMembers: z.int().nullable(),
  /** Fees agreed with the active organizations; null for everybody but an MSP Super Admin, who alone may see billing. */
  revenue: revenueFigure.nullable(),
  /** Six months, oldest first, the current one last. */
  assessmentsByMonth: z.array(z.object({ month, assessments: z.int() })),
  organizationsByStatus: z.object({ active: z.int(), pending: z.int(), inactive: z.int() }),
});
export type MspDashboard = z.output<typeof mspDashboard>;

const complianceStatuses = ['active', 'compliant', 'partial', 'at-risk'] as const;
export type ComplianceStatus = (typeof complianceStatuses)[number];

/** From this score on, in percent. */
export const complianceThresholds = { compliant: 90, partial: 70 } as const;

/** Ruling R31: 'Active' until a first assessment, then by its score. */
export function complianceStatusOf(score: number | null): ComplianceStatus {
  if (score === null) {
    return 'active';
  }
  if (score >= complianceThresholds.compliant) {
    return 'compliant';
  }
  return score >= complianceThresholds.partial ? 'partial' : 'at-risk';
}

/** What the card says. */
export const complianceStatusNames: Readonly<Record<ComplianceStatus, string>> = {
  active: 'Active',
  compliant: 'Compliant',
  partial: 'Partial',
  'at-risk': 'At risk',
};

export const organizationDashboard = z.object({
  complianceStatus: z.enum(complianceStatuses),
  /** Active members of the organization. */
  teamMembers: z.int(),
  /** 100 minus the newest compliance score, one decimal; null: there is none, shown '--'. */
  riskScore: z.number().nullable(),
  /** Of the newest assessment. */
  score: z.number().nullable(),
  assessedAt: instant.nullable(),
  /** Those that are accepted until a later day do not count. */
  openFindings: z.int(),
  /** Those of them whose setting could not be read in the newest assessment. */
  unreadFindings: z.int(),
});
export type OrganizationDashboard = z.output<typeof organizationDashboard>;

export const dashboardEndpoints = {
  findMspDashboard: endpoint({
    method: 'GET',
    path: '/api/msp-service/msp/dashboard',
    summary: 'The figures and charts of the MSP dashboard',
    access: { kind: 'msp', roles: screenRoles.mspDashboard },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: mspDashboard,
    refusals: [],
  }),
  findOrganizationDashboard: endpoint({
    method: 'GET',
    path: '/api/organization-service/organizations/:id/dashboard',
    summary: 'The cards of an organization’s dashboard',
    access: { kind: 'organization', roles: screenRoles.orgDashboard, from: 'path' },
    params: idParams,
    query: nothing,
    body: noBody,
    reply: organizationDashboard,
    refusals: ['organization.not_found'],
  }),
};
