import { dashboardEndpoints } from '@sentrywell/contract/dashboard.ts';
import { organizationEndpoints } from '@sentrywell/contract/organizations.ts';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { z } from 'zod';
import type { CallFailed } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { useCall } from '../../kernel/use-call.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FiguresError } from '../../ui/FiguresError.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { join } from '../../ui/join.ts';
import { OrganizationNotFound } from '../../ui/OrganizationNotFound.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { OrganizationActions } from '../organizations/OrganizationActions.tsx';
import { OrganizationCards } from './OrganizationCards.tsx';
import { OrganizationStatus, OrganizationStatusNote } from '../../ui/OrganizationStatus.tsx';

type Found = z.output<typeof organizationEndpoints.findOrganization.reply>['organization'];

/** /org/{id}/dashboard (specification §2, 'Organization dashboard'; cards by ruling R31). */
export function OrganizationDashboardPage() {
  const { id = '' } = useParams();
  const { data, error, refresh } = useCall(organizationEndpoints.findOrganization, { params: { id } });
  const figures = useCall(dashboardEndpoints.findOrganizationDashboard, { params: { id } });
  if (data === undefined && error !== undefined) {
    return <Failure error={error} onRetry={() => void refresh()} />;
  }
  return (
    <>
      <OrganizationHeader found={data?.organization} />
      {figures.data === undefined && figures.error !== undefined ? (
        <FiguresError message={figures.error.message} onRetry={() => void figures.refresh()} />
      ) : (
        <OrganizationCards id={id} data={figures.data} />
      )}
      <Facts found={data?.organization} />
    </>
  );
}

type FoundProps = { readonly found: Found | undefined };

function OrganizationHeader({ found }: FoundProps) {
  if (found === undefined) {
    return (
      <PageHeader
        title="Loading organization..."
        documentTitle="Dashboard"
        subtitle={<Skeleton className="h-[1lh] w-48" />}
        actions={<OrganizationActions organization={undefined} />}
      />
    );
  }
  const { name, domainName, status } = found;
  return (
    <PageHeader
      title={name}
      documentTitle={`Dashboard of ${name}`}
      subtitle={
        <>
          {domainName}
          <OrganizationStatusNote status={status} />
        </>
      }
      badge={<OrganizationStatus status={status} />}
      actions={<OrganizationActions organization={found} />}
    />
  );
}

function Facts({ found }: FoundProps) {
  return (
    <Card title="About this organization" className="enter-card-second mt-6">
      <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2 xl:grid-cols-3">
        <Fact icon="key" label="Organization ID" value={found?.id} />
        <Fact icon="globe" label="Domain Name" value={found && <DomainText domain={found.domainName} />} />
        <Fact
          icon="handshake"
          label="MSP Association"
          value={found && <MspAssociation organization={found} />}
          hasTwoLines
        />
        <Fact icon="calendar" label="Established" value={found && <DateText value={found.createdAt} look="longUs" />} />
        <Fact icon="clock" label="Last updated" value={found && <DateText value={found.updatedAt} look="longUs" />} />
      </dl>
    </Card>
  );
}

function Failure({ error, onRetry }: { readonly error: CallFailed; readonly onRetry: () => void }) {
  if (error.status === 404) {
    return <OrganizationNotFound />;
  }
  const message = failureWords(error, 'Failed to fetch organization details');
  return <ErrorState title="Error Loading Organization" message={message} onRetry={onRetry} level={1} />;
}

type FactProps = {
  readonly icon: IconName;
  readonly label: string;
  /** undefined while it loads. */
  readonly value: ReactNode;
  readonly hasTwoLines?: boolean;
};

function Fact({ icon, label, value, hasTwoLines = false }: FactProps) {
  return (
    <div className="relative min-w-0 pl-12">
      <dt className="text-[0.8125rem] text-ink-soft">
        <span className="absolute top-0 left-0 grid size-9 place-items-center rounded-lg bg-sunken text-ink-soft">
          <Icon name={icon} />
        </span>
        {label}
      </dt>
      <dd className="figures min-h-6 font-medium wrap-anywhere">
        {value ?? <Skeleton className={join('w-32', hasTwoLines ? 'h-10' : 'h-6')} />}
      </dd>
    </div>
  );
}

function MspAssociation({ organization: { mspId, mspName } }: { readonly organization: Found }) {
  return (
    <>
      <span className="inline-flex flex-wrap items-center gap-2">
        {mspId ?? 'Not Assigned'}
        {mspId === null ? <Badge tone="neutral">Unassigned</Badge> : <Badge tone="good">Active</Badge>}
      </span>
      <span className="block text-[0.8125rem] font-normal text-ink-soft">
        {mspId === null ? 'Independent organization' : `Managed by MSP${mspName === null ? '' : ` · ${mspName}`}`}
      </span>
    </>
  );
}
