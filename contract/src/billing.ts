import { z } from 'zod';
import { screenRoles } from './access.ts';
import { month, revenueFigure } from './dashboard.ts';
import { endpoint } from './endpoint.ts';
import { done, idParams, noBody, nothing, organizationStatuses } from './shapes.ts';

/** Monthly fees that an MSP agreed with its organizations. Invoices are made elsewhere. Amounts are US cents, days those of UTC. */

/** A day of the calendar: `2026-11-21`. */
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .refine((text) => {
    const at = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  }, 'There is no such day');

/** The highest monthly fee: one million dollars. */
export const highestFeeCents = 100_000_000;

const fee = z.object({
  monthlyCents: z.int(),
  /** First day on which it is in force. */
  startsOn: day,
});
export type Fee = z.output<typeof fee>;

const billedOrganization = z.object({
  id: z.int(),
  name: z.string(),
  domainName: z.string(),
  status: z.enum(organizationStatuses),
  /** In force today; null: none agreed. Only active organizations count in the revenue. */
  fee: fee.nullable(),
  /** Agreed for a later day. */
  next: fee.nullable(),
});
export type BilledOrganization = z.output<typeof billedOrganization>;

export const mspBilling = z.object({
  organizations: z.array(billedOrganization),
  revenue: revenueFigure,
  /** Twelve months, oldest first: the fees in force at the end of the month (today, in the current one) of the organizations active then. */
  revenueByMonth: z.array(z.object({ month, cents: z.int() })),
});
export type MspBilling = z.output<typeof mspBilling>;

export const organizationBilling = z.object({
  /** Who is paid; null: an independent organization. */
  mspName: z.string().nullable(),
  fee: fee.nullable(),
  next: fee.nullable(),
  /** Newest first, a fee agreed for later included; `endsOn` null: until further notice. */
  history: z.array(fee.extend({ endsOn: day.nullable() })),
});
export type OrganizationBilling = z.output<typeof organizationBilling>;

const organizationPath = '/api/organization-service/organizations/:id';

export const billingEndpoints = {
  findMspBilling: endpoint({
    method: 'GET',
    path: '/api/msp-service/msp/billing',
    summary: 'The monthly fee of each organization, and the revenue by month',
    access: { kind: 'msp', roles: screenRoles.mspBilling },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: mspBilling,
    refusals: ['msp.not_found'],
  }),
  exportMspBilling: endpoint({
    method: 'GET',
    path: '/api/msp-service/msp/billing/export',
    summary: 'The monthly fee of each organization, as billing.csv',
    access: { kind: 'msp', roles: screenRoles.mspBilling },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: z.unknown(),
    refusals: ['msp.not_found'],
  }),
  setFee: endpoint({
    method: 'POST',
    path: `${organizationPath}/fees`,
    summary: 'Agree on a monthly fee from a day on; the past stays as it was',
    access: { kind: 'organization', roles: screenRoles.mspBilling, from: 'path' },
    params: idParams,
    query: nothing,
    body: z.strictObject({
      monthlyCents: z.int().min(0, 'Must not be negative').max(highestFeeCents, 'Must be at most $1,000,000'),
      startsOn: day,
    }),
    reply: done,
    refusals: ['organization.not_found', 'fee.wrong_day', 'fee.independent'],
  }),
  withdrawFee: endpoint({
    method: 'POST',
    path: `${organizationPath}/fees/withdraw`,
    summary: 'Take back a monthly fee that begins on a later day: what was in force before it stays so',
    access: { kind: 'organization', roles: screenRoles.mspBilling, from: 'path' },
    params: idParams,
    query: nothing,
    body: z.strictObject({ startsOn: day }),
    reply: done,
    refusals: ['organization.not_found', 'fee.not_planned'],
  }),
  findOrganizationBilling: endpoint({
    method: 'GET',
    path: `${organizationPath}/billing`,
    summary: 'What the organization pays, since when, and what it paid before',
    access: { kind: 'organization', roles: screenRoles.orgBilling, from: 'path' },
    params: idParams,
    query: nothing,
    body: noBody,
    reply: organizationBilling,
    refusals: ['organization.not_found'],
  }),
};
