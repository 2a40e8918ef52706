import { reachableIds } from '@sentrywell/contract/access.ts';
import type { MspDashboard } from '@sentrywell/contract/dashboard.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { MspDb } from '../../kernel/tenant.ts';
import { monthOf, startOfMonth } from '../billing/months.ts';
import { revenueOf } from '../billing/revenue-of.ts';
import { getOrganizationFigures, getTeamFigures, listAssessmentCounts } from './queries.ts';

const monthsShown = 6;

/** The figures of ruling R30, over what the person may reach. */
export async function findMspDashboard(db: MspDb, actor: Actor, now: Date): Promise<MspDashboard> {
  const reach = reachableIds(actor);
  const [figures, assessmentsByMonth, team, revenue] = await Promise.all([
    getOrganizationFigures(db, reach, now),
    countByMonth(db, reach, now),
    db.everyTenant ? undefined : getTeamFigures(db),
    // What others pay is a matter of the MSP's billing (specification §6: VIEW_BILLING).
    actor.role === 'MSP_SUPER_ADMIN' ? revenueOf(db, now) : null,
  ]);
  const { organizations, activeProjects, active, pending, inactive } = figures;
  return {
    organizations,
    activeProjects,
    pendingApprovals: team?.pendingApprovals ?? null,
    teamMembers: team?.teamMembers ?? null,
    revenue,
    assessmentsByMonth,
    organizationsByStatus: { active, pending, inactive },
  };
}

async function countByMonth(
  db: MspDb,
  reach: readonly number[] | undefined,
  now: Date,
): Promise<MspDashboard['assessmentsByMonth']> {
  const from = startOfMonth(now, monthsShown - 1);
  const counts = new Map(
    (await listAssessmentCounts(db, reach, { from, to: now })).map(({ month, assessments }) => [month, assessments]),
  );
  return Array.from({ length: monthsShown }, (_, index) => {
    const month = monthOf(startOfMonth(now, monthsShown - 1 - index));
    return { month, assessments: counts.get(month) ?? 0 };
  });
}
