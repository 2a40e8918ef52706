import { reachableIds } from '@sentrywell/contract/access.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import { succeeded } from '@sentrywell/contract/shapes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { route, steppedRoute } from '../../kernel/route.ts';
import { deactivateOrganization, reactivateOrganization } from './deactivate-organization.ts';
import { exportOrganizations } from './export-organizations.ts';
import { getMsp, renameMsp } from './msp-profile.ts';
import { findOrganization, listOrganizations } from './queries.ts';
import { renameOrganization } from './rename-organization.ts';

export function organizationRoutes(kernel: Kernel): void {
  route(kernel, organizationEndpoints.listTenants, async ({ db, actor }) => ({
    tenants: await listOrganizations(db, reachableIds(actor)),
  }));

  route(kernel, organizationEndpoints.findOrganization, async ({ db }) => {
    const organization = await findOrganization(db);
    if (organization === undefined) {
      throw new Refusal('organization.not_found');
    }
    return { organization };
  });

  route(kernel, organizationEndpoints.renameOrganization, async ({ db, actor, body }) => {
    await renameOrganization(db, kernel, actor, body);
    return succeeded;
  });

  route(kernel, organizationEndpoints.deactivateOrganization, async ({ db }) => {
    await deactivateOrganization(db, kernel);
    return succeeded;
  });

  route(kernel, organizationEndpoints.reactivateOrganization, async ({ db }) => {
    await reactivateOrganization(db, kernel);
    return succeeded;
  });

  steppedRoute(kernel, organizationEndpoints.exportTenants, ({ enter, query }) =>
    exportOrganizations(enter, query.search ?? ''),
  );

  route(kernel, organizationEndpoints.findMspProfile, async ({ db }) => ({ msp: await getMsp(db) }));

  route(kernel, organizationEndpoints.renameMsp, async ({ db, body }) => {
    await renameMsp(db, kernel, body.name);
    return succeeded;
  });
}
