import { type Role, roleIds, rolePermissions } from '@sentrywell/contract/permissions.ts';
import type { PersonStatus } from '@sentrywell/contract/shapes.ts';
import { stableRandom } from '../../../emulator/stable-random.ts';
import { firstNames, lastNames } from './demo-names.ts';
import type { DemoUser } from './queries.ts';

/** Somebody who is going to be stored; ids and sign-ins come later. */
export type PlannedPerson = {
  readonly role: Role | null;
  /** undefined: a member of the MSP, or for no role of the platform. */
  readonly organizationId: number | null;
  readonly email: string;
  readonly status: PersonStatus;
  readonly createdAt: Date;
  /** Organizations that an MSP_USER or MSP_AUDITOR is assigned. */
  readonly assigned?: readonly number[];
  readonly name: PersonName;
};
export type PersonName = { readonly firstName: string; readonly lastName: string };

/** @returns a source of names that never gives the same one twice. */
export function nameSource(seed: string): () => PersonName {
  const random = stableRandom(seed);
  const all = firstNames.flatMap((firstName) => lastNames.map((lastName) => ({ firstName, lastName })));
  const shuffled = all
    .map((name) => ({ name, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ name }) => name);
  let next = 0;
  return () => {
    const name = shuffled[next % shuffled.length] ?? { firstName: 'Alex', lastName: 'Doe' };
    next += 1;
    return name;
  };
}

export function addressOf({ firstName, lastName }: PersonName, domain: string): string {
  return `${firstName}.${lastName}@${domain}`.toLowerCase();
}

function scopesOf({ role, organizationId, assigned = [], status }: PlannedPerson): DemoUser['scopes'] {
  if (role === null || status === 'pending') {
    return [];
  }
  const effectivePermissions = rolePermissions[role];
  if (role === 'MSP_SUPER_ADMIN') {
    return [{ resourceType: 'msp', resourceId: -1, effectivePermissions }];
  }
  const reached = organizationId === null ? assigned : [organizationId];
  return reached.map((resourceId) => ({ resourceType: 'organization', resourceId, effectivePermissions }));
}

export function userOf(person: PlannedPerson, id: number, lastSignedInAt: Date | null): DemoUser {
  const { role, organizationId, email, status, createdAt, name } = person;
  return {
    id,
    organizationId,
    userType: organizationId === null ? 'msp' : 'organization',
    roleId: role === null ? null : roleIds[role],
    ...name,
    email,
    status,
    createdAt,
    lastSignedInAt,
    scopes: scopesOf(person),
  };
}
