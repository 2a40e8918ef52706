import type { Verdict } from './assessment.ts';

/** Is there something to mend? */
export function isFailing(verdict: Verdict): verdict is 'partial' | 'non-compliant' {
  return verdict === 'partial' || verdict === 'non-compliant';
}
