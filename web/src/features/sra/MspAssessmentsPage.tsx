import type { AssessmentMatrix } from '@sentrywell/contract/assessment-matrix.ts';
import { filterMatrix, type MatrixFilter, wholeMatrix } from '@sentrywell/contract/matrix-filter.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { useDeferredValue, useMemo } from 'react';
import { addressOf } from '../../kernel/call.ts';
import { useCall } from '../../kernel/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useAddressView } from '../../ui/use-address-view.ts';
import { MatrixGrid } from './MatrixGrid.tsx';
import { MatrixLegend } from './MatrixLegend.tsx';
import { MatrixList } from './MatrixList.tsx';
import { MatrixRules } from './MatrixRules.tsx';
import { MatrixToolbar } from './MatrixToolbar.tsx';
import { filterOf, queryOf } from './matrix-address.ts';
import { areasOf } from './matrix-view.ts';
import { useNarrow } from './use-narrow.ts';

/** /msp/assessments: every setting in every organization of the MSP but inactive ones, the worst first. */
export function MspAssessmentsPage() {
  const { data, error, refresh } = useCall(sraEndpoints.findAssessmentMatrix);
  const [asked, setFilter] = useAddressView(filterOf, queryOf);
  const areas = useMemo(() => (data === undefined ? [] : areasOf(data)), [data]);
  // An area that the matrix does not have can only be of an old or a mistyped address.
  const area = areas.find((one) => one === asked.area);
  const filter = useMemo(() => ({ ...asked, area }), [asked, area]);
  const query = Object.fromEntries(queryOf(filter));
  return (
    <>
      <PageHeader
        title="Assessments"
        subtitle="The newest verdict on every setting in every active or pending organization, the worst first"
        actions={
          data !== undefined &&
          data.settings.length > 0 && (
            <DownloadButton href={addressOf(sraEndpoints.downloadAssessmentMatrix, { query })}>
              Export CSV
            </DownloadButton>
          )
        }
      />
      {data === undefined && error !== undefined && (
        <ErrorState title="Error Loading Assessments" message={error.message} onRetry={() => void refresh()} />
      )}
      {data === undefined && error === undefined && <Loading />}
      {data !== undefined &&
        (data.settings.length === 0 ? (
          <NothingAssessed />
        ) : (
          <Matrix matrix={data} areas={areas} filter={filter} onFilter={setFilter} />
        ))}
    </>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading assessments...</span>
      <Skeleton className="mb-4 h-10 max-w-2xl" />
      <Skeleton className="h-120" />
    </div>
  );
}

function NothingAssessed() {
  return (
    <EmptyState
      icon="grid"
      title="Nothing assessed yet"
      action={
        <LinkButton to="/msp/tenants" variant="primary">
          Go to organizations
        </LinkButton>
      }
    >
      <p>Open an organization and run its first security risk assessment; its column then appears here.</p>
    </EmptyState>
  );
}

type MatrixProps = {
  readonly matrix: AssessmentMatrix;
  readonly areas: readonly string[];
  readonly filter: MatrixFilter;
  readonly onFilter: (filter: MatrixFilter) => void;
};

function Matrix({ matrix, areas, filter, onFilter }: MatrixProps) {
  const wanted = useDeferredValue(filter);
  const shown = useMemo(() => filterMatrix(matrix, wanted), [matrix, wanted]);
  const isNarrow = useNarrow();
  const isEmpty = shown.settings.length === 0 || shown.organizations.length === 0;
  return (
    <>
      <MatrixToolbar
        filter={filter}
        onFilter={onFilter}
        areas={areas}
        settings={shown.settings.length}
        organizations={shown.organizations.length}
      />
      {isEmpty && (
        <EmptyState
          icon="filter"
          title="Nothing matches"
          action={<Button onClick={() => onFilter(wholeMatrix)}>Clear filters</Button>}
        >
          <p>No setting or no organization matches the filters.</p>
        </EmptyState>
      )}
      {!isEmpty && <MatrixRules organizations={shown.organizations} />}
      {!isEmpty && (isNarrow ? <MatrixList shown={shown} /> : <MatrixGrid shown={shown} filter={wanted} />)}
      {!isEmpty && !isNarrow && (
        <>
          <MatrixLegend />
          <p className="mt-4 hidden print:block">
            Only the part that was in sight is printed. Export CSV holds all that the filters leave.
          </p>
        </>
      )}
    </>
  );
}
