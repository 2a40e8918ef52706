import type { AuditSummary } from '@sentrywell/contract/audit-log.ts';
import { changePercent } from '../../kernel/change-percent.ts';
import { wholePercent } from '../../kernel/whole-percent.ts';
import { type FigureTime, type Figures, getFigures } from './figure-queries.ts';
import type { LogDb, LogView } from './filter-queries.ts';

const hints = {
  resourceUsage: 'Active people who signed in during the last 30 days, compared with the 30 days before.',
  activeTasks:
    'Findings that are open now and not accepted for a time, of all that were open or found in the last twelve months. The change compares with what was open 30 days ago.',
  totalHours: 'Hours that people were signed in during the last 7 days, compared with the 7 days before.',
  completion: 'Mean compliance score of the newest assessments, compared with 30 days ago.',
};

const share = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100);
const rounded = (value: number | null): number | null => (value === null ? null : wholePercent(value));

function cardsOf(figures: Figures): AuditSummary {
  const usage = share(figures.signedIn, figures.activeUsers);
  const usageBefore = share(figures.signedInBefore, figures.activeUsersBefore);
  return {
    resourceUsage: { percent: rounded(usage), change: changePercent(usage, usageBefore), hint: hints.resourceUsage },
    activeTasks: {
      open: figures.openFindings,
      total: figures.findingsOfYear,
      change: changePercent(figures.openFindings, figures.openFindingsBefore),
      hint: hints.activeTasks,
    },
    totalHours: {
      hours: Math.round(figures.hours),
      change: changePercent(figures.hours, figures.hoursBefore),
      hint: hints.totalHours,
    },
    completion: {
      percent: rounded(figures.score),
      change: changePercent(figures.score, figures.scoreBefore),
      hint: hints.completion,
    },
  };
}

/** The four cards (ruling R32), of everything the person may see the log of. */
export async function summarizeLog(db: LogDb, view: LogView, time: FigureTime): Promise<AuditSummary> {
  return cardsOf(await getFigures(db, view, time));
}
