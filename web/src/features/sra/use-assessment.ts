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
  /** All of them, without their rows. */
  readonly list: CallState<AssessmentList>;
  /** The one that is shown: the chosen one, else the newest (ruling R27). */
  readonly opened: OpenedAssessment | undefined;
  readonly isNewest: boolean;
  readonly isLoading: boolean;
  readonly error: CallFailed | undefined;
  readonly retry: () => void;
  /** Puts a fresh one in place, as it came from a sign-in. */
  readonly show: (opened: OpenedAssessment) => void;
};

type Opening = Pick<AssessmentState, 'opened' | 'isLoading' | 'error' | 'retry'>;

/** Which assessment the page shows, and its rows. The newest one is asked for at once, beside the list. */
export function useAssessment(organizationId: string): AssessmentState {
  const [parameters, setParameters] = useSearchParams();
  const refreshAll = useRefreshAll();
  const [fresh, setFresh] = useState<OpenedAssessment>();
  const list = useCall(sraEndpoints.listAssessments, { params: { id: organizationId } });
  const chosen = readAddress(parameters).assessment;
  const newest = useNewest(chosen === undefined ? organizationId : undefined, fresh);
  const stored = useStored(organizationId, chosen, fresh);

  const show = useCallback(
    (opened: OpenedAssessment) => {
      setFresh(opened);
      setParameters({}, { replace: true });
      void refreshAll(sraEndpoints.listAssessments, sraEndpoints.findNewestAssessment);
    },
    [setParameters, refreshAll],
  );

  return {
    ...(chosen === undefined ? newest : stored),
    list,
    isNewest: chosen === undefined || Number(chosen) === newestId(list.data?.assessments, fresh),
    show,
  };
}

function newestId(listed: readonly Assessment[] | undefined, fresh: OpenedAssessment | undefined): number {
  return Math.max(listed?.[0]?.id ?? 0, fresh?.assessment.id ?? 0);
}

/** The newest one; one that has just come from a sign-in stands in until it is fetched. */
function useNewest(organizationId: string | undefined, fresh: OpenedAssessment | undefined): Opening {
  const input = organizationId === undefined ? null : { params: { id: organizationId } };
  const { data, isLoading, error, refresh } = useCall(sraEndpoints.findNewestAssessment, input);
  const fetched = data?.newest ?? undefined;
  const isOutdated = fresh !== undefined && fresh.assessment.id > (fetched?.assessment.id ?? 0);
  return { opened: isOutdated ? fresh : fetched, isLoading, error, retry: () => void refresh() };
}

/** A stored one that was chosen. */
function useStored(organizationId: string, chosen: string | undefined, fresh: OpenedAssessment | undefined): Opening {
  const input = chosen === undefined ? null : { params: { id: organizationId, assessmentId: chosen } };
  const { data, isLoading, error, refresh } = useCall(sraEndpoints.findAssessment, input);
  const standIn = fresh !== undefined && String(fresh.assessment.id) === chosen ? fresh : undefined;
  return { opened: data ?? standIn, isLoading, error, retry: () => void refresh() };
}
