import { z } from 'zod';
import type { Verdict } from './assessment.ts';
import { instant } from './shapes.ts';

export type MatrixCellMeaning = {
  readonly verdict: Verdict;
  readonly accepted: boolean;
  /** A finding of an earlier assessment that could not be read in this one. */
  readonly stillOpen?: boolean;
};

/**
 * One cell of the matrix as one letter: c compliant, p partial, n non-compliant, u unreadable, l not licensed, `-` never
 * assessed; P and N: partial and non-compliant with every finding accepted; U: unreadable with a finding that is still open.
 */
export const matrixCells = {
  c: { verdict: 'compliant', accepted: false },
  p: { verdict: 'partial', accepted: false },
  n: { verdict: 'non-compliant', accepted: false },
  P: { verdict: 'partial', accepted: true },
  N: { verdict: 'non-compliant', accepted: true },
  u: { verdict: 'unreadable', accepted: false },
  U: { verdict: 'unreadable', accepted: false, stillOpen: true },
  l: { verdict: 'not-licensed', accepted: false },
} as const satisfies Readonly<Record<string, MatrixCellMeaning>>;

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
      /** By which rules the newest assessment was judged; null: there is none. A server of the version before does not say. */
      judgedBy: z
        .object({ catalogueVersion: z.string(), rules: z.string().nullable(), includesTier2: z.boolean() })
        .nullish(),
      nonCompliant: z.int(),
      partial: z.int(),
      /** One letter of `matrixCells` (or `-`) per entry of `settings`, in its order. */
      cells: z.string(),
    }),
  ),
});
export type AssessmentMatrix = z.output<typeof assessmentMatrix>;
