import type { MspDashboard } from '@sentrywell/contract/dashboard.ts';
import { mayEnterScreen } from '@sentrywell/contract/access.ts';
import { useSession } from '../../kernel/session.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { change, money } from '../../ui/figures.ts';

type Figures = { readonly data: MspDashboard | undefined };

/** The cards of the MSP dashboard: each leads to what it counts. */
export function FigureCards({ data }: Figures) {
  const { subject } = useSession();
  const seesTeam = subject !== undefined && mayEnterScreen(subject, 'mspTeam');
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-[repeat(auto-fit,minmax(12.5rem,1fr))]">
      <StatCard
        label="Total Organizations"
        icon="building"
        value={data?.organizations.toLocaleString()}
        hint="Organizations that you may reach"
        to="/msp/tenants"
        className="enter-card"
      />
      <StatCard
        label="Active Projects"
        icon="chart"
        value={data?.activeProjects.toLocaleString()}
        note="With open findings"
        hint="Organizations whose newest assessment still has open findings"
        to={subject !== undefined && mayEnterScreen(subject, 'mspAssessments') ? '/msp/assessments' : '/msp/tenants'}
        className="enter-card-second"
      />
      <StatCard
        label="Pending Approvals"
        icon="clock"
        value={orDash(data, data?.pendingApprovals)}
        note="Waiting to join"
        hint="People who registered with your domain and wait for approval"
        {...(seesTeam ? { to: '/msp/team' } : {})}
        className="enter-card"
      />
      <StatCard
        label="Team Members"
        icon="users"
        value={orDash(data, data?.teamMembers)}
        note="Active Members"
        hint="Members of your MSP who can sign in"
        {...(seesTeam ? { to: '/msp/team' } : {})}
        className="enter-card-second"
      />
      <RevenueCard data={data} />
    </div>
  );
}

/** '--' where the figure does not exist for this person; undefined, a skeleton, while it loads. */
function orDash(data: MspDashboard | undefined, figure: number | null | undefined): string | undefined {
  return data === undefined ? undefined : (figure?.toLocaleString() ?? '--');
}

function RevenueCard({ data }: Figures) {
  const { subject } = useSession();
  if (subject?.role !== 'MSP_SUPER_ADMIN') {
    return null;
  }
  const revenue = data?.revenue ?? undefined;
  const percent = revenue?.changePercent ?? null;
  return (
    <StatCard
      label="Monthly Revenue"
      icon="card"
      value={revenue === undefined ? undefined : money(revenue.monthlyCents)}
      note={percent === null ? 'Nothing to compare with last month' : `${change(percent)} from last month`}
      hint="The monthly fees agreed with your active organizations, against the same sum a month ago"
      to="/msp/billing"
      className="enter-card"
    />
  );
}
