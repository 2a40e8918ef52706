import { z } from 'zod';
import { screenRoles } from './access.ts';
import { endpoint } from './endpoint.ts';
import { domainName, idParams, instant, line, noBody, nothing, paragraph, pathId, uuid } from './shapes.ts';

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

/** A finding that was accepted: with a reason, what is done instead, and a day on which it comes back by itself. */
export const assessmentException = z.object({
  id: z.int(),
  settingType: z.string(),
  /** As `target` of the row it is about. */
  target: z.string(),
  /** The setting's title in the catalogue. */
  title: z.string(),
  reason: z.string(),
  compensatingMeasure: z.string(),
  acceptedBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  /** Set when somebody ended it early. */
  endedAt: instant.nullable(),
  endedBy: z.string().nullable(),
  state: z.enum(['in-force', 'expired', 'ended']),
});
export type AssessmentException = z.output<typeof assessmentException>;

/** A row of an assessment as it is answered: with the place it is about and, where there is one, its exception. */
export const shownPolicy = assessedPolicy.extend({
  /** The group or organizational unit as Google names it; empty for the whole customer. With `setting.type` it names a finding. */
  target: z.string(),
  /** The exception in force now for this finding; the verdict and the score are not changed by it. */
  exception: assessmentException.nullable(),
  /** The one that held before, where its day has passed and none came after it: why the finding counts as open again. */
  expired: assessmentException.nullable(),
});
export type ShownPolicy = z.output<typeof shownPolicy>;

export const assessment = z.object({
  id: z.int(),
  uuid,
  organizationId: z.int(),
  assessedAt: instant,
  assessedBy: z.string(),
  /** The Google account that read the settings. */
  account: z.string(),
  catalogueVersion: z.string(),
  /** Whether tier 2 of the catalogue was part of it. */
  includesTier2: z.boolean(),
  /** 0–100, one decimal; 0 when no policy counts (specification §9). Exceptions do not change it. */
  score: z.number(),
  counts: z.record(verdict, z.int()),
  /** Findings of this assessment with an exception in force now: counted apart, and also in `counts`. */
  accepted: z.int(),
});
export type Assessment = z.output<typeof assessment>;

const assessmentWithPolicies = z.object({ policies: z.array(shownPolicy), assessment });

/** One row of two assessments side by side; null: the row is only in the other one. */
const comparedSide = z.object({ verdict, value: settingValues, bestPractice: settingValues }).nullable();
export const comparedPolicy = z.object({
  settingType: z.string(),
  target: z.string(),
  title: z.string(),
  area: z.string(),
  before: comparedSide,
  after: comparedSide,
  /** False: the setting says the same as before, only the catalogue or the chosen tiers judge it differently. */
  settingChanged: z.boolean(),
});
export type ComparedPolicy = z.output<typeof comparedPolicy>;

export const comparison = z.object({
  before: assessment,
  after: assessment,
  catalogueChanged: z.boolean(),
  tiersChanged: z.boolean(),
  /** A plain sentence when the two were not judged alike. */
  notice: z.string().nullable(),
  /** Not compliant now, and before compliant, not there or not assessed. */
  new: z.array(comparedPolicy),
  /** Compliant now, and not before. */
  fixed: z.array(comparedPolicy),
  /** Another value or verdict in any other way, rows that came or went included. */
  changed: z.array(comparedPolicy),
  /** Not readable in one of the two, so not comparable. */
  unreadable: z.array(comparedPolicy),
  /** Rows that are the same in both. */
  unchanged: z.int(),
});
export type Comparison = z.output<typeof comparison>;

/**
 * One cell of the matrix as one letter: c compliant, p partial, n non-compliant, u unreadable, l not licensed, `-` never
 * assessed; P and N: partial and non-compliant with every finding accepted.
 */
export const matrixCells = {
  c: { verdict: 'compliant', accepted: false },
  p: { verdict: 'partial', accepted: false },
  n: { verdict: 'non-compliant', accepted: false },
  P: { verdict: 'partial', accepted: true },
  N: { verdict: 'non-compliant', accepted: true },
  u: { verdict: 'unreadable', accepted: false },
  l: { verdict: 'not-licensed', accepted: false },
} as const satisfies Readonly<Record<string, { verdict: Verdict; accepted: boolean }>>;

/** Settings × organizations: worst setting first, worst organization first. */
export const assessmentMatrix = z.object({
  settings: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      area: z.string(),
      tier: z.int(),
      nonCompliant: z.int(),
      partial: z.int(),
      compliant: z.int(),
    }),
  ),
  organizations: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      domainName: z.string(),
      assessmentId: z.int().nullable(),
      assessedAt: instant.nullable(),
      score: z.number().nullable(),
      nonCompliant: z.int(),
      partial: z.int(),
      /** One letter of `matrixCells` (or `-`) per entry of `settings`, in its order. */
      cells: z.string(),
    }),
  ),
});
export type AssessmentMatrix = z.output<typeof assessmentMatrix>;

/** Days that an exception may last. */
export const longestExceptionDays = 365;

const onSra = { kind: 'organization', roles: screenRoles.orgSra, from: 'path' } as const;
const assessmentParams = z.strictObject({ id: pathId, assessmentId: pathId });
const organizationPath = '/api/organization-service/organizations/:id';
const foreign = ['organization.not_found'] as const;

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
  finishWorkspaceSignIn: endpoint({
    method: 'GET',
    path: '/api/auth/google/callback',
    summary: 'Where Google sends the popup back to; reads the settings and leads to /oauth-success or /oauth-error',
    // Bound to the session by the state it carries: whatever is wrong ends at /oauth-error, in the popup.
    access: { kind: 'open' },
    params: nothing,
    // Google adds parameters of its own.
    query: z.record(z.string(), z.unknown()),
    body: noBody,
    reply: z.unknown(),
    refusals: [],
  }),
  listPolicies: endpoint({
    method: 'GET',
    path: '/api/organization-service/policies',
    summary: 'The assessed policies read by one workspace sign-in',
    access: { kind: 'person' },
    params: nothing,
    query: z.strictObject({ uuid }),
    body: noBody,
    reply: assessmentWithPolicies,
    refusals: ['assessment.no_uuid', 'access.denied'],
  }),
  listAssessments: endpoint({
    method: 'GET',
    path: `${organizationPath}/assessments`,
    summary: 'The organization’s assessments, newest first, 200 at a time',
    access: onSra,
    params: idParams,
    query: z.strictObject({ before: pathId.optional() }),
    body: noBody,
    // `total`: how many there are in all.
    reply: z.object({ assessments: z.array(assessment), total: z.int() }),
    refusals: foreign,
  }),
  findAssessment: endpoint({
    method: 'GET',
    path: `${organizationPath}/assessments/:assessmentId`,
    summary: 'One assessment with its rows, without signing in to Google',
    access: onSra,
    params: assessmentParams,
    query: nothing,
    body: noBody,
    reply: assessmentWithPolicies,
    refusals: [...foreign, 'assessment.not_found'],
  }),
  compareAssessments: endpoint({
    method: 'GET',
    path: `${organizationPath}/assessments/:assessmentId/comparison`,
    summary: 'What changed from the assessment `before` to this one',
    access: onSra,
    params: assessmentParams,
    query: z.strictObject({ before: pathId }),
    body: noBody,
    reply: comparison,
    refusals: [...foreign, 'assessment.not_found'],
  }),
  downloadAssessmentCsv: endpoint({
    method: 'GET',
    path: `${organizationPath}/assessments/:assessmentId/csv`,
    summary: 'One assessment as CSV',
    access: onSra,
    params: assessmentParams,
    query: nothing,
    body: noBody,
    reply: z.unknown(),
    refusals: [...foreign, 'assessment.not_found'],
  }),
  downloadAssessmentReport: endpoint({
    method: 'GET',
    path: `${organizationPath}/assessments/:assessmentId/report`,
    summary: 'One assessment as a report to print (PDF)',
    access: onSra,
    params: assessmentParams,
    query: nothing,
    body: noBody,
    reply: z.unknown(),
    refusals: [...foreign, 'assessment.not_found'],
  }),
  findAssessmentSettings: endpoint({
    method: 'GET',
    path: `${organizationPath}/assessment-settings`,
    summary: 'Which tiers of the catalogue the organization is assessed against',
    access: onSra,
    params: idParams,
    query: nothing,
    body: noBody,
    reply: z.object({ includeTier2: z.boolean() }),
    refusals: foreign,
  }),
  changeAssessmentSettings: endpoint({
    method: 'POST',
    path: `${organizationPath}/assessment-settings`,
    summary: 'Switches tier 2 on or off for the next assessments',
    access: onSra,
    params: idParams,
    query: nothing,
    body: z.strictObject({ includeTier2: z.boolean() }),
    reply: z.object({ includeTier2: z.boolean() }),
    refusals: foreign,
  }),
  listExceptions: endpoint({
    method: 'GET',
    path: `${organizationPath}/exceptions`,
    summary: 'Accepted findings: those in force first, then expired and ended ones, newest first',
    access: onSra,
    params: idParams,
    query: nothing,
    body: noBody,
    reply: z.object({ exceptions: z.array(assessmentException) }),
    refusals: foreign,
  }),
  acceptFinding: endpoint({
    method: 'POST',
    path: `${organizationPath}/exceptions`,
    summary: 'Accepts an open finding until a day',
    access: onSra,
    params: idParams,
    query: nothing,
    body: z.strictObject({
      settingType: line(200),
      target: line(200),
      reason: paragraph(1000, 'Please say why this is accepted.'),
      compensatingMeasure: paragraph(1000, 'Please say what is done instead.'),
      /** From now to at most 365 days ahead. */
      expiresAt: instant,
    }),
    reply: z.object({ exception: assessmentException }),
    refusals: [...foreign, 'finding.not_found', 'exception.exists', 'exception.wrong_expiry'],
  }),
  endException: endpoint({
    method: 'POST',
    path: `${organizationPath}/exceptions/:exceptionId/end`,
    summary: 'Ends an exception before its day',
    access: onSra,
    params: z.strictObject({ id: pathId, exceptionId: pathId }),
    query: nothing,
    body: noBody,
    reply: z.object({ exception: assessmentException }),
    refusals: [...foreign, 'exception.not_found'],
  }),
  findAssessmentMatrix: endpoint({
    method: 'GET',
    path: '/api/msp-service/msp/assessments',
    summary: 'The newest verdict of each setting in each organization of the MSP',
    access: { kind: 'msp', roles: screenRoles.mspAssessments },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: assessmentMatrix,
    refusals: [],
  }),
  downloadAssessmentMatrix: endpoint({
    method: 'GET',
    path: '/api/msp-service/msp/assessments/csv',
    summary: 'The matrix as CSV',
    access: { kind: 'msp', roles: screenRoles.mspAssessments },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: z.unknown(),
    refusals: [],
  }),
};
