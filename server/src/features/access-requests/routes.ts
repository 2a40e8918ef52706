import { accessRequestEndpoints } from '@sentrywell/contract/access-requests.ts';
import { succeeded } from '@sentrywell/contract/shapes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { route } from '../../kernel/route.ts';
import { decideRequest } from './decide-request.ts';
import { listPendingRequests } from './queries.ts';

export function accessRequestRoutes(kernel: Kernel): void {
  route(kernel, accessRequestEndpoints.listPendingRequests, async ({ db }) => ({
    requests: await listPendingRequests(db),
  }));

  route(kernel, accessRequestEndpoints.approveRequest, async ({ db, actor, params }) => {
    await decideRequest(db, kernel, actor, { id: params.id, status: 'approved' });
    return succeeded;
  });

  route(kernel, accessRequestEndpoints.declineRequest, async ({ db, actor, params }) => {
    await decideRequest(db, kernel, actor, { id: params.id, status: 'declined' });
    return succeeded;
  });
}
