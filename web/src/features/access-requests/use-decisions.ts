import { type AccessRequest, accessRequestEndpoints } from '@sentrywell/contract/access-requests.ts';
import { listedRoleNames } from '@sentrywell/contract/permissions.ts';
import { useState } from 'react';
import { call } from '../../kernel/call.ts';
import { showToast } from '../../ui/toast.ts';

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

/** Several rows may be under way at once; each knows only its own. */
export function useDecisions(refresh: (decision: Decision) => Promise<void>) {
  const [underWay, setUnderWay] = useState<ReadonlySet<number>>(new Set());

  function mark(id: number, isUnderWay: boolean) {
    setUnderWay((current) => {
      const others = [...current].filter((other) => other !== id);
      return new Set(isUnderWay ? [...others, id] : others);
    });
  }

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
