import { reachableIds } from '@sentrywell/contract/access.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { MspDb } from '../../kernel/tenant.ts';
import type { LogFilter, LogView } from './filter-queries.ts';
import { hasOrganization } from './queries.ts';

/**
 * Somebody with the scope for every organization sees the whole log; others that of their assigned ones, and the MSP's own.
 * @throws Refusal 404 when the filter names an organization that the person does not reach.
 */
export async function mspView(db: MspDb, actor: Actor, filter: LogFilter): Promise<LogView> {
  const organizationIds = reachableIds(actor);
  const { organizationId } = filter;
  if (organizationId !== undefined) {
    const reached = organizationIds?.includes(organizationId) ?? true;
    if (!reached || !(await hasOrganization(db, organizationId))) {
      throw new Refusal('organization.not_found');
    }
  }
  return { filter, organizationIds };
}

/** An organization's page: its handle already sees nothing else. */
export function organizationView(filter: LogFilter): LogView {
  return { filter, organizationIds: undefined };
}
