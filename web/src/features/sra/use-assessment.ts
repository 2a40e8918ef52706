import type { Assessment } from '@sentrywell/contract/assessment.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import type { CallFailed } from '../../kernel/call.ts';
import { type CallState, useCall, useRefreshAll } from '../../kernel/use-call.ts';
import { readAddress } from './sra-address.ts';
import type { OpenedAssessment } from './use-workspace-sign-in.ts';

export type AssessmentList = z.output<typeof sraEndpoints.listAssessments.reply>;

export type AssessmentState = {
  readonly list: AssessmentList | undefined;
  /** The one that is shown: the chosen one, else the newest (ruling R27). */
  readonly opened: OpenedAssessment | undefined;
  readonly isNewest: boolean;
  readonly isLoading: boolean;
  readonly error: CallFailed | undefined;
  readonly retry: () => void;
  /** Puts a fresh one in place, as it came from a sign-in. */
  readonly show: (opened: OpenedAssessment) => void;
};

type Read = Pick<CallState<unknown>, 'isLoading' | 'error'> & { readonly refresh: () => Promise<unknown> };

function newestOf(listed: readonly Assessment[] | undefined, fresh: OpenedAssessment | undefined): number | undefined {
  const ids = [listed?.[0]?.id, fresh?.assessment.id].filter((id) => id !== undefined);
  return ids.length === 0 ? undefined : Math.max(...ids);
}

/** Which assessment the page shows, and its rows. */
export function useAssessment(organizationId: string): AssessmentState {
  const [parameters, setParameters] = useSearchParams();
  const refreshAll = useRefreshAll();
  const [fresh, setFresh] = useState<OpenedAssessment>();
  const list = useCall(sraEndpoints.listAssessments, { params: { id: organizationId } });
  const newest = newestOf(list.data?.assessments, fresh);
  const chosen = readAddress(parameters).assessment;
  const shownId = chosen === undefined ? newest : Number(chosen);
  const stored = useStored(organizationId, shownId, fresh);

  const show = useCallback(
    (opened: OpenedAssessment) => {
      setFresh(opened);
      setParameters({}, { replace: true });
      void refreshAll(sraEndpoints.listAssessments);
    },
    [setParameters, refreshAll],
  );

  // Without the list it is not known whether there is anything to show.
  const read: Read = list.data === undefined && stored.opened === undefined ? list : stored.state;
  return {
    list: list.data,
    opened: stored.opened,
    isNewest: shownId === newest,
    isLoading: read.isLoading,
    error: read.error,
    retry: () => void read.refresh(),
    show,
  };
}

/** A stored assessment; one that has just come from a sign-in stands in until it is fetched. */
function useStored(organizationId: string, shownId: number | undefined, fresh: OpenedAssessment | undefined) {
  const state = useCall(
    sraEndpoints.findAssessment,
    shownId === undefined ? null : { params: { id: organizationId, assessmentId: String(shownId) } },
  );
  const standIn = fresh !== undefined && fresh.assessment.id === shownId ? fresh : undefined;
  return { state, opened: state.data ?? standIn };
}
