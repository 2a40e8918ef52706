import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { useRefreshAll } from '../../kernel/use-call.ts';

/** Asks again for all that an exception changes, when one was made or ended. */
export function useRefreshExceptions(): () => Promise<void> {
  const refreshAll = useRefreshAll();
  const { findNewestAssessment, findAssessment, listAssessments, listExceptions } = sraEndpoints;
  return () => refreshAll(findNewestAssessment, findAssessment, listAssessments, listExceptions);
}
