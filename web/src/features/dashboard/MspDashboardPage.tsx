import { dashboardEndpoints, type MspDashboard } from '@sentrywell/contract/dashboard.ts';
import { useCall } from '../../kernel/use-call.ts';
import { Card } from '../../ui/Card.tsx';
import { DoughnutChart } from '../../ui/DoughnutChart.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LineChart } from '../../ui/LineChart.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { MspCards } from './MspCards.tsx';
import { monthName } from '../../ui/figures.ts';

/** /msp/dashboard (specification §2, 'MSP dashboard'; figures by ruling R30). */
export function MspDashboardPage() {
  const { data, error, refresh } = useCall(dashboardEndpoints.findMspDashboard);
  return (
    <>
      <PageHeader title="MSP Dashboard" subtitle="Manage your organizations and track performance metrics" />
      {data === undefined && error !== undefined ? (
        <ErrorState title="Error Loading Dashboard" message={error.message} onRetry={() => void refresh()} />
      ) : (
        <>
          <MspCards data={data} />
          <Charts data={data} />
        </>
      )}
    </>
  );
}

function Charts({ data }: { readonly data: MspDashboard | undefined }) {
  return (
    <div className="mt-6 grid gap-6 xl:grid-cols-5">
      <Card title="Project Statistics Over Time" className="enter-card xl:col-span-3">
        <p className="mb-2 text-ink-soft">Assessments run per month</p>
        {data === undefined ? (
          <Skeleton className="h-65" />
        ) : (
          <LineChart
            label="Assessments run per month"
            head={['Month', 'Assessments']}
            points={data.assessmentsByMonth.map(({ month, assessments }) => ({
              label: monthName(month),
              value: assessments,
            }))}
            emptyText="No assessment was run in the last six months."
          />
        )}
      </Card>
      <Card title="Organization Status Distribution" className="enter-card-second flex flex-col xl:col-span-2">
        {data === undefined ? (
          <Skeleton className="h-65" />
        ) : (
          <DoughnutChart
            label="Organizations by status"
            head={['Status', 'Organizations']}
            slices={[
              { label: 'Active', value: data.organizationsByStatus.active },
              { label: 'Pending', value: data.organizationsByStatus.pending },
              { label: 'Inactive', value: data.organizationsByStatus.inactive },
            ]}
            unit="organizations"
            emptyText="You have no organizations yet. Invite the first one from the Tenants page."
          />
        )}
      </Card>
    </div>
  );
}
