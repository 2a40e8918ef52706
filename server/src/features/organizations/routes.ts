import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { route } from '../../kernel/route.ts';
import { findOrganization, listOrganizations } from './queries.ts';
import { reachableIds } from './reachable-ids.ts';

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
}
