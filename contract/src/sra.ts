import { z } from 'zod';
import { screenRoles } from './access.ts';
import { endpoint } from './endpoint.ts';
import { domainName, instant, noBody, nothing, pathId, uuid } from './shapes.ts';

const settingValues = z.record(z.string(), z.unknown());

/**
 * - compliant, partial, non-compliant: counted, 1, 0.5 and 0 (specification §4)
 * - unreadable: the value has another shape than the catalogue knows
 * - not-licensed: the service is off or its licence is missing
 * - not-assessed: the catalogue has no best practice for it
 */
export const verdict = z.enum(['compliant', 'partial', 'non-compliant', 'unreadable', 'not-licensed', 'not-assessed']);
export type Verdict = z.output<typeof verdict>;

/** One policy with best practice and remedy (specification §3, 'Policy'), plus what the page shows besides. */
export const assessedPolicy = z.object({
  name: z.string(),
  customer: z.string(),
  policyQuery: z.object({ orgUnit: z.string(), group: z.string().optional() }),
  setting: z.object({ type: z.string(), value: settingValues }),
  /** Exactly the keys of `setting.value`; empty where nothing is assessed. */
  bestPractice: settingValues,
  /** Steps joined by comma and space; empty where nothing is to be done. */
  remedy: z.string(),
  verdict,
  area: z.string(),
  title: z.string(),
  tier: z.int(),
  scuba: z.array(z.string()),
  cis: z.array(z.string()),
  hipaa: z.array(z.string()),
  /** Why the row does not count, when it does not. */
  note: z.string().optional(),
  /** What Google sent, untouched: for 'View JSON'. */
  raw: z.unknown(),
});
export type AssessedPolicy = z.output<typeof assessedPolicy>;

export const assessment = z.object({
  id: z.int(),
  uuid: uuid,
  assessedAt: instant,
  assessedBy: z.string(),
  account: z.string(),
  catalogueVersion: z.string(),
  /** 0–100, one decimal; 0 when no policy counts (specification §9). */
  score: z.number(),
  counts: z.record(verdict, z.int()),
});
export type Assessment = z.output<typeof assessment>;

export const sraEndpoints = {
  startWorkspaceSignIn: endpoint({
    method: 'GET',
    path: '/api/auth/google',
    summary: 'Where to send the popup to sign in to the organization’s Google Workspace',
    access: { kind: 'organization', roles: screenRoles.orgSra, from: 'session' },
    params: nothing,
    query: z.strictObject({ orgId: pathId, expectedDomain: domainName }),
    body: noBody,
    reply: z.object({ authUrl: z.string() }),
    refusals: ['organization.not_found', 'workspace.not_configured', 'workspace.unreachable', 'workspace.wrong_domain'],
  }),
  listPolicies: endpoint({
    method: 'GET',
    path: '/api/organization-service/policies',
    summary: 'The assessed policies read by one workspace sign-in',
    access: { kind: 'person' },
    params: nothing,
    query: z.strictObject({ uuid }),
    body: noBody,
    reply: z.object({ policies: z.array(assessedPolicy), assessment }),
    refusals: ['assessment.no_uuid'],
  }),
};
