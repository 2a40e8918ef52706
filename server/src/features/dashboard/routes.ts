import { dashboardEndpoints } from '@sentrywell/contract/dashboard.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { route } from '../../kernel/route.ts';
import { findMspDashboard } from './find-msp-dashboard.ts';
import { findOrganizationDashboard } from './find-organization-dashboard.ts';

export function dashboardRoutes(kernel: Kernel): void {
  route(kernel, dashboardEndpoints.findMspDashboard, ({ db, actor }) =>
    findMspDashboard(db, actor, kernel.clock.now()),
  );

  route(kernel, dashboardEndpoints.findOrganizationDashboard, ({ db }) =>
    findOrganizationDashboard(db, kernel.clock.now()),
  );
}
