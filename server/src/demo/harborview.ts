import type { Role } from '@sentrywell/contract/permissions.ts';

import { addressOf, nameSource, type PlannedPerson } from './demo-people.ts';
import { day, daysBefore } from './demo-time.ts';
import type { DemoOrganization } from './queries.ts';

export const harborview = { name: 'Harborview IT', domain: 'harborview.example' } as const;

type Named = readonly [account: string, role: Role, firstName: string, lastName: string];

const mspAccounts: readonly Named[] = [
  ['admin', 'MSP_SUPER_ADMIN', 'Morgan', 'Hollis'],
  ['user', 'MSP_USER', 'Dana', 'Okafor'],
  ['auditor', 'MSP_AUDITOR', 'Elliot', 'Prescott'],
];
const cedarAccounts: readonly Named[] = [
  ['admin', 'ORG_ADMIN', 'Avery', 'Castellan'],
  ['auditor', 'ORG_AUDITOR', 'Quinn', 'Marlowe'],
  ['employee', 'ORG_USER_EMPLOYEE', 'Taylor', 'Greer'],
  ['vendor', 'ORG_USER_VENDOR', 'Logan', 'Sterling'],
  ['analyst', 'SECURITY_ANALYST', 'Noor', 'Vasquez'],
  ['compliance', 'COMPLIANCE_ANALYST', 'Indira', 'Whitlock'],
];

const moreMspRoles: readonly Role[] = [
  ...Array.from({ length: 3 }, () => 'MSP_SUPER_ADMIN' as const),
  ...Array.from({ length: 12 }, () => 'MSP_USER' as const),
  ...Array.from({ length: 6 }, () => 'MSP_AUDITOR' as const),
];
const plainRoles = ['ORG_ADMIN', 'ORG_AUDITOR', 'ORG_USER_EMPLOYEE', 'ORG_USER_EMPLOYEE', 'ORG_USER_VENDOR'] as const;

/** 24 active members, two who left, and three who ask to join. */
function mspPeople(now: Date, organizations: readonly DemoOrganization[]): PlannedPerson[] {
  const next = nameSource('people of harborview');
  const active = organizations.filter(({ status }) => status === 'active').map(({ id }) => id);
  // Everybody looks after a dozen organizations; the named accounts after the first ones, Cedar Clinic among them.
  const assignedTo = (place: number) => active.filter((_, index) => (index + place * 5) % active.length < 12);
  const common = { organizationId: null, status: 'active' } as const;
  const named = mspAccounts.map(
    ([account, role, firstName, lastName], index): PlannedPerson => ({
      ...common,
      role,
      email: `${account}@${harborview.domain}`,
      name: { firstName, lastName },
      createdAt: daysBefore(now, 820 - index * 11),
      assigned: assignedTo(0),
    }),
  );
  const others = moreMspRoles.map((role, index): PlannedPerson => {
    const name = next();
    const createdAt = daysBefore(now, 760 - index * 31);
    const assigned = assignedTo(index + 1);
    return { ...common, role, email: addressOf(name, harborview.domain), name, createdAt, assigned };
  });
  const gone = [310, 520].map((days): PlannedPerson => {
    const name = next();
    const email = addressOf(name, harborview.domain);
    return { ...common, role: 'MSP_USER', status: 'inactive', email, name, createdAt: daysBefore(now, days) };
  });
  const asking = [1.2, 2.6, 5.3].map((days): PlannedPerson => {
    const name = next();
    const email = addressOf(name, harborview.domain);
    return { ...common, role: 'MSP_USER', status: 'pending', email, name, createdAt: daysBefore(now, days) };
  });
  return [...named, ...others, ...gone, ...asking];
}

function rolesAt({ status }: DemoOrganization, isCedar: boolean): readonly Role[] {
  if (isCedar) {
    return Array.from({ length: 6 }, () => 'ORG_USER_EMPLOYEE' as const);
  }
  return status === 'pending' ? ['ORG_ADMIN'] : status === 'inactive' ? plainRoles.slice(0, 3) : plainRoles;
}

/** The people of one organization; those of a deactivated one are deactivated as well. */
export function organizationPeople(organization: DemoOrganization, isCedar = false): PlannedPerson[] {
  const { id, domainName, status, createdAt } = organization;
  const next = nameSource(`people of ${domainName}`);
  const common = { organizationId: id, status: status === 'inactive' ? 'inactive' : 'active' } as const;
  const named = isCedar ? cedarAccounts : [];
  return [
    ...named.map(
      ([account, role, firstName, lastName]): PlannedPerson => ({
        ...common,
        role,
        email: `${account}@${domainName}`,
        name: { firstName, lastName },
        createdAt,
      }),
    ),
    ...rolesAt(organization, isCedar).map((role, index): PlannedPerson => {
      const name = next();
      const joinedAt = new Date(createdAt.getTime() + index * day);
      return { ...common, role, email: addressOf(name, domainName), name, createdAt: joinedAt };
    }),
  ];
}

export function harborviewPeople(now: Date, organizations: readonly DemoOrganization[]): PlannedPerson[] {
  return [
    ...mspPeople(now, organizations),
    ...organizations.flatMap((organization, index) => organizationPeople(organization, index === 0)),
  ];
}
