import { z } from 'zod';
import { instant, uuid } from './shapes.ts';

/** The values of a setting by their keys, as Google names them. */
export const settingValues = z.record(z.string(), z.unknown());

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
  /** Why the row does not count, when it does not; else what to know of its values. */
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
  /** Of one in force: since when no assessment finds what was accepted. It would accept it again should it come back. */
  absentSince: instant.nullable(),
  /** Of one in force: when the finding came back after an assessment had not found it any more. */
  returnedAt: instant.nullable(),
  state: z.enum(['in-force', 'expired', 'ended']),
});
export type AssessmentException = z.output<typeof assessmentException>;

/** A row of an assessment as it is answered: with the place it is about and, where there is one, its exception. */
export const shownPolicy = assessedPolicy.extend({
  /** The group or organizational unit as Google names it; empty for the whole customer. With `setting.type` it names a finding. */
  target: z.string(),
  /** What the catalogue says to whoever reads the setting, where it says anything. */
  about: z.string().optional(),
  /** A finding of an earlier assessment that could not be read in this one: it stays open. */
  stillOpen: z.boolean(),
  /** The exception in force now for this finding; the verdict and the score are not changed by it. */
  exception: assessmentException.nullable(),
  /** One in force now although this assessment, made after it was accepted, has no such finding. */
  idleException: assessmentException.nullable(),
  /** The one that held before, where its day has come and none came after it: why the finding counts as open again. */
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
  /** A mark over the catalogue and what evaluates it: two assessments with one mark were judged by the same rules. Null: not noted. */
  rules: z.string().nullable(),
  /** Whether tier 2 of the catalogue was part of it. */
  includesTier2: z.boolean(),
  /** 0–100, one decimal; 0 when no policy counts (specification §9). Exceptions do not change it. */
  score: z.number(),
  counts: z.record(verdict, z.int()),
  /** Findings of this assessment with an exception in force now: counted apart, and also in `counts`. */
  accepted: z.int(),
});
export type Assessment = z.output<typeof assessment>;

/** Days that an exception may last. */
export const longestExceptionDays = 365;
