import { nothingJudged } from '@sentrywell/contract/assessment-score.ts';
import { mayEnterScreen, type Screen } from '@sentrywell/contract/access.ts';
import {
  complianceStatusNames,
  complianceThresholds,
  type OrganizationDashboard,
} from '@sentrywell/contract/dashboard.ts';
import { useSession } from '../../kernel/session.tsx';
import { counted, grouped } from '../../ui/counted.ts';
import { StatCard } from '../../ui/StatCard.tsx';

type Props = { readonly id: string; readonly data: OrganizationDashboard | undefined };

/** The three cards of an organization's dashboard: each leads to what it counts, for those who may go there. */
export function OrganizationCards({ id, data }: Props) {
  const { subject } = useSession();
  const linkTo = (screen: Screen, path: string): { readonly to?: string } =>
    subject !== undefined && mayEnterScreen(subject, screen, Number(id)) ? { to: `/org/${id}/${path}` } : {};
  const toAssessments = linkTo('orgSra', 'sra');
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <StatCard
        label="Compliance Status"
        icon="shieldCheck"
        value={data === undefined ? undefined : complianceStatusNames[data.complianceStatus]}
        note={statusNote(data, toAssessments.to !== undefined)}
        hint={`From ${complianceThresholds.compliant}% Compliant, from ${complianceThresholds.partial}% Partial, below At risk; Active until a first assessment`}
        {...toAssessments}
        className="enter-card"
      />
      <StatCard
        label="Team Members"
        icon="users"
        value={data && grouped(data.teamMembers)}
        note={data?.teamMembers === 1 ? 'Active member' : 'Active members'}
        hint="Members of the organization whose own account is active"
        {...linkTo('orgTeam', 'team')}
        className="enter-card-second"
      />
      <StatCard
        label="Risk Score"
        icon="alert"
        value={data === undefined ? undefined : (data.riskScore?.toFixed(1) ?? '--')}
        note={findingsNote(data)}
        hint="100 minus the compliance score of the newest assessment"
        {...toAssessments}
        className="enter-card"
      />
    </div>
  );
}

/** Nothing is said of a figure that is not there yet; before the first assessment, what to do next to those who may run it. */
function statusNote(data: OrganizationDashboard | undefined, mayAssess: boolean): string {
  if (data === undefined) {
    return '';
  }
  if (data.score === null) {
    if (data.assessedAt !== null) {
      return nothingJudged;
    }
    return mayAssess ? 'Run the first assessment' : 'Not assessed yet';
  }
  return `Compliance score ${data.score.toFixed(1)}%`;
}

function findingsNote(data: OrganizationDashboard | undefined): string {
  if (data === undefined) {
    return '';
  }
  if (data.assessedAt === null) {
    return 'Not assessed';
  }
  const open = counted(data.openFindings, 'open finding', 'open findings');
  return data.unreadFindings === 0 ? open : `${open}, ${grouped(data.unreadFindings)} of them could not be read`;
}
