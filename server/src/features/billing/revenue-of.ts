import type { RevenueFigure } from '@sentrywell/contract/dashboard.ts';
import { changePercent } from '../../kernel/change-percent.ts';
import type { MspDb } from '../../kernel/tenant.ts';
import { monthAgo } from './months.ts';
import { listRevenue } from './queries.ts';

/** What the MSP's active organizations pay a month, now and a month ago (ruling R30). */
export async function revenueOf(db: MspDb, now: Date): Promise<RevenueFigure> {
  const [monthlyCents = 0, monthAgoCents = 0] = await listRevenue(db, [now, monthAgo(now)]);
  return { monthlyCents, monthAgoCents, changePercent: changePercent(monthlyCents, monthAgoCents) };
}
