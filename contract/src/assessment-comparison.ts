import { z } from 'zod';
import { assessment, assessmentException, settingValues, verdict } from './assessment.ts';

/** One row of two assessments side by side; null: the row is only in the other one. */
const comparedSide = z.object({ verdict, value: settingValues, bestPractice: settingValues }).nullable();
const comparedPolicy = z.object({
  settingType: z.string(),
  target: z.string(),
  title: z.string(),
  area: z.string(),
  before: comparedSide,
  after: comparedSide,
  /** False: Google sent the same as before; the rules, the chosen tiers or another setting make the difference. */
  settingChanged: z.boolean(),
  /** The exception in force now for this setting and place. */
  exception: assessmentException.nullable(),
});
export type ComparedPolicy = z.output<typeof comparedPolicy>;

export const comparison = z.object({
  before: assessment,
  after: assessment,
  catalogueChanged: z.boolean(),
  tiersChanged: z.boolean(),
  /** A plain sentence when the two were not judged alike, or rows are judged differently all the same. */
  notice: z.string().nullable(),
  /** Rows below whose verdict differs although Google sent the same, or that only the rules or tiers made come or go. */
  judgedDifferently: z.int(),
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
