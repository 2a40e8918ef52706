import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mspRoles } from './permissions.ts';
import { done, idParams, instant, noBody, nothing } from './shapes.ts';

/** Somebody who registered with the MSP's domain and waits to be let in (ruling R15). */
const accessRequest = z.object({ id: z.int(), name: z.string(), email: z.string(), createdAt: instant });
export type AccessRequest = z.output<typeof accessRequest>;

/** A request that was declined, and can be approved after all: the address has an account, so asking again is no way. */
const declinedRequest = accessRequest.extend({ decidedAt: instant, decidedBy: z.string() });
export type DeclinedRequest = z.output<typeof declinedRequest>;

export const accessRequestEndpoints = {
  listPendingRequests: endpoint({
    method: 'GET',
    path: '/api/msp-service/msp/pending-requests',
    summary: 'People who wait to be let into the MSP',
    access: { kind: 'msp', roles: mspRoles },
    params: nothing,
    query: nothing,
    body: noBody,
    reply: z.object({ requests: z.array(accessRequest) }),
    refusals: [],
  }),
  approveRequest: endpoint({
    method: 'POST',
    path: '/api/msp-service/msp/pending-requests/:id/approve',
    summary: 'Let somebody into the MSP, as MSP_USER without organizations',
    access: { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] },
    params: idParams,
    query: nothing,
    body: noBody,
    reply: done,
    refusals: ['access_request.not_found'],
  }),
  declineRequest: endpoint({
    method: 'POST',
    path: '/api/msp-service/msp/pending-requests/:id/decline',
    summary: 'Refuse somebody who wants to join the MSP',
    access: { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] },
    params: idParams,
    query: nothing,
    body: noBody,
    reply: done,
    refusals: ['access_request.not_found'],
  }),
  listDeclinedRequests: endpoint({
    method: 'GET',
    path: '/api/msp-service/msp/declined-requests',
    summary: 'People who were refused, the last 100',
    access: { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] },
    params: nothing,
    query: nothing,
    body: noBody,
    /** `total`: all there are, listed or not; a server of the version before does not say. */
    reply: z.object({ requests: z.array(declinedRequest), total: z.int().optional() }),
    refusals: [],
  }),
  approveDeclinedRequest: endpoint({
    method: 'POST',
    path: '/api/msp-service/msp/declined-requests/:id/approve',
    summary: 'Let somebody into the MSP who was refused before',
    access: { kind: 'msp', roles: ['MSP_SUPER_ADMIN'] },
    params: idParams,
    query: nothing,
    body: noBody,
    reply: done,
    refusals: ['access_request.not_declined'],
  }),
};
