import { accessRequestEndpoints } from '@sentrywell/contract/access-requests.ts';
import { succeeded } from '@sentrywell/contract/shapes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { route } from '../../kernel/route.ts';
import { approveAfterAll, decideRequest } from './decide-request.ts';
import { tellApprovers } from './tell-approvers.ts';
import { countDeclinedRequests, listDeclinedRequests, listPendingRequests } from './queries.ts';

export function accessRequestRoutes(kernel: Kernel): void {
  tellApprovers(kernel);

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

  route(kernel, accessRequestEndpoints.listDeclinedRequests, async ({ db }) => ({
    requests: await listDeclinedRequests(db),
    total: await countDeclinedRequests(db),
  }));

  route(kernel, accessRequestEndpoints.approveDeclinedRequest, async ({ db, actor, params }) => {
    await approveAfterAll(db, kernel, actor, params.id);
    return succeeded;
  });
}
