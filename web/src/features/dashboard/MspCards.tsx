import type { MspDashboard } from '@sentrywell/contract/dashboard.ts';
import { mayEnterScreen } from '@sentrywell/contract/access.ts';
import { useSession } from '../../kernel/session.tsx';
import { grouped } from '../../ui/counted.ts';
import { RevenueCard } from '../../ui/RevenueCard.tsx';
import { StatCard } from '../../ui/StatCard.tsx';

type Figures = { readonly data: MspDashboard | undefined };

/** The cards of the MSP dashboard: each leads to what it counts. */
export function MspCards({ data }: Figures) {
  const { seesAssessments, seesRevenue } = useSight();
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-[repeat(auto-fit,minmax(12.5rem,1fr))]">
      <StatCard
        label="Total Organizations"
        icon="building"
        value={data && grouped(data.organizations)}
        note={data === undefined ? '' : `${grouped(data.organizationsByStatus.active)} active`}
        hint="Organizations that you may reach"
        to="/msp/tenants"
        className="enter-card"
      />
      <StatCard
        label="Active Projects"
        icon="chart"
        value={data && grouped(data.activeProjects)}
        note="With open findings"
        hint="Organizations whose newest assessment still has open findings, without deactivated ones"
        to={seesAssessments ? '/msp/assessments?only=failing' : '/msp/tenants'}
        className="enter-card-second"
      />
      <StatCard
        label="Pending Approvals"
        icon="clock"
        value={orDash(data, data?.pendingApprovals)}
        note="Waiting to join"
        hint="People who registered with your domain and wait for approval"
        to="/msp/team"
        className="enter-card"
      />
      <StatCard
        label="Team Members"
        icon="users"
        value={orDash(data, data?.teamMembers)}
        note={activeMembers(data)}
        hint="Members of your MSP who can sign in"
        to="/msp/team"
        className="enter-card-second"
      />
      {seesRevenue && (
        <RevenueCard revenue={data?.revenue ?? undefined} to="/msp/billing" className="max-xl:col-span-2" />
      )}
    </div>
  );
}

function activeMembers(data: MspDashboard | undefined): string {
  return data?.teamMembers === 1 ? 'Active Member' : 'Active Members';
}

function useSight() {
  const { subject } = useSession();
  return {
    seesAssessments: subject !== undefined && mayEnterScreen(subject, 'mspAssessments'),
    seesRevenue: subject?.role === 'MSP_SUPER_ADMIN',
  };
}

/** '--' where the figure does not exist for this person; undefined, a skeleton, while it loads. */
function orDash(data: MspDashboard | undefined, figure: number | null | undefined): string | undefined {
  if (data === undefined) {
    return undefined;
  }
  return typeof figure === 'number' ? grouped(figure) : '--';
}
