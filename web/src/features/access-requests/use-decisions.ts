import { type AccessRequest, accessRequestEndpoints } from '@sentrywell/contract/access-requests.ts';
import { listedRoleNames } from '@sentrywell/contract/permissions.ts';
import { call } from '../../kernel/call.ts';
import { showToast } from '../../ui/toast.ts';
import { useUnderWay } from '../../ui/use-under-way.ts';

export type Decision = 'approve' | 'decline' | 'approveAfterAll';

const letIn = (name: string) =>
  `${name} was let in. Their role is ${listedRoleNames.MSP_USER}; organizations are still to be assigned.`;

const decisions = {
  approve: { endpoint: accessRequestEndpoints.approveRequest, done: letIn, failed: 'Failed to approve request.' },
  decline: {
    endpoint: accessRequestEndpoints.declineRequest,
    done: (name: string) => `The request of ${name} was declined.`,
    failed: 'Failed to decline request.',
  },
  approveAfterAll: {
    endpoint: accessRequestEndpoints.approveDeclinedRequest,
    done: letIn,
    failed: 'Failed to approve request.',
  },
} as const;

type Decided = Pick<AccessRequest, 'id' | 'name'>;

/** Letting people in, or not; several requests may be under way at once. */
export function useDecisions(refresh: (decision: Decision) => Promise<void>) {
  const { underWay, mark } = useUnderWay();

  async function run({ id, name }: Decided, decision: Decision) {
    const { endpoint, done, failed } = decisions[decision];
    mark(id, true);
    try {
      await call(endpoint, { params: { id: String(id) } });
      showToast('good', done(name));
    } catch {
      showToast('bad', failed);
    }
    // Also after a failure: somebody else may have decided in the meantime.
    await refresh(decision).catch(() => undefined);
    mark(id, false);
  }

  function decide(request: Decided, decision: Decision) {
    if (!underWay.has(request.id)) {
      void run(request, decision);
    }
  }

  return { underWay, decide };
}
