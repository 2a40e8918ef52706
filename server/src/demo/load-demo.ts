import { listedRoleNames } from '@sentrywell/contract/permissions.ts';
import type pg from 'pg';
import { asSchemaOwner } from '../kernel/owner.ts';
import { hashPassword } from '../kernel/passwords.ts';
import { StartFailure } from '../kernel/start-failure.ts';
import { type JudgedRun, judgePlainRuns, judgePlannedRuns } from './demo-assessments.ts';
import { lakesidePlaces } from './demo-names.ts';
import { harborviewCount, harborviewOrganizations, plainOrganizations } from './demo-organizations.ts';
import type { PlannedPerson } from './demo-people.ts';
import { planSessions, workplaceOf } from './demo-sessions.ts';
import { daysBefore } from './demo-time.ts';
import { harborview, harborviewPeople, organizationPeople } from './harborview.ts';
import {
  countWhatIsThere,
  type DemoOrganization,
  type DemoSession,
  insertOrganizations,
  insertTenant,
  markPlatformAsDemo,
  takeOrganizationIds,
  takeTenantId,
} from './queries.ts';
import { type Everything, type Loading, storeTenant, usersOf } from './store-tenant.ts';

export const demoPassword = 'demo-sentrywell';
const root = 'root@sentrywell.example';
const names = listedRoleNames;

/** Who can be signed in as, all with `demoPassword`. */
export const demoSignIns: readonly { readonly email: string; readonly role: string }[] = [
  { email: root, role: 'Root user' },
  { email: 'admin@harborview.example', role: names.MSP_SUPER_ADMIN },
  { email: 'user@harborview.example', role: `${names.MSP_USER}, some organizations` },
  { email: 'auditor@harborview.example', role: names.MSP_AUDITOR },
  { email: 'admin@cedarclinic.example', role: 'Organization Admin' },
  { email: 'auditor@cedarclinic.example', role: 'Organization Auditor' },
  { email: 'employee@cedarclinic.example', role: names.ORG_USER_EMPLOYEE },
  { email: 'vendor@cedarclinic.example', role: names.ORG_USER_VENDOR },
  { email: 'analyst@cedarclinic.example', role: names.SECURITY_ANALYST },
  { email: 'compliance@cedarclinic.example', role: names.COMPLIANCE_ANALYST },
  { email: 'admin@lakeside.example', role: `${names.MSP_SUPER_ADMIN} of another MSP` },
  { email: 'admin@birchdental.example', role: 'Organization Admin without an MSP' },
];

type Input = {
  readonly owner: pg.ClientConfig;
  readonly passwordPepper: string;
  /** Everything is counted back from here. */
  readonly now: Date;
  readonly onProgress: (step: string) => void;
};

/**
 * Fills an empty database with a demo (ruling R33), all of it or nothing: rows like anybody's, from which the product
 * computes its own figures.
 * @throws StartFailure when the database holds anything at all.
 */
export async function loadDemo({ owner, passwordPepper, now, onProgress }: Input): Promise<void> {
  const [passwordHash, harborviewRuns] = await Promise.all([
    hashPassword(passwordPepper, demoPassword),
    judgePlannedRuns(now),
  ]);
  await asSchemaOwner(owner, async (transaction) => {
    const { tenants, people } = await countWhatIsThere(transaction.db);
    if (tenants > 0 || people > 0) {
      throw new StartFailure('The demo data was not loaded: the database holds other data.');
    }
    const loading: Loading = { ...transaction, now, passwordHash };
    await loadPlatform(loading);
    onProgress('Harborview IT and its 56 organizations …');
    await loadHarborview(loading, harborviewRuns);
    onProgress('Lakeside Networks and Birch Dental …');
    await loadLakeside(loading);
    await loadBirch(loading);
  });
}

async function loadPlatform(loading: Loading): Promise<void> {
  const { db, now, enterTenant } = loading;
  await enterTenant(1);
  await markPlatformAsDemo(db);
  const name = { firstName: 'Rowan', lastName: 'Ashgrove' };
  const person = { role: null, organizationId: null, email: root, status: 'active', name } as const;
  const createdAt = daysBefore(now, 860);
  const { users, sessions } = await usersOf(
    db,
    [{ ...person, createdAt }],
    (_, recent) => planSessions({ now, seed: 'platform', recent, before: [], hours: 1, hoursBefore: 1 }),
    () => null,
  );
  await storeTenant(loading, {
    seed: 'platform',
    msp: null,
    organizations: [],
    users,
    sessions,
    runs: [],
    earlierSignIns: 20,
  });
}

/** Ruling R32's figures, as far as they come from who signed in: 101 of 215 people, and before 94 of 210. */
const signedIn = { recent: 98, stillHere: 70, goneQuiet: 24 } as const;

async function loadHarborview(loading: Loading, runs: readonly JudgedRun[]): Promise<void> {
  const { db, now, enterTenant } = loading;
  await enterTenant(await takeTenantId(db));
  const createdAt = daysBefore(now, 830);
  await insertTenant(db, { kind: 'msp', name: harborview.name, domainName: harborview.domain, createdAt });
  const organizations = harborviewOrganizations(now, await takeOrganizationIds(db, harborviewCount));
  await insertOrganizations(db, db.tenantId, organizations);
  const people = harborviewPeople(now, organizations);
  const settled = (person: PlannedPerson) => hasSettled(person, organizations, now);
  const { users, sessions } = await usersOf(
    db,
    people,
    (idOf) => {
      const eligible = people.filter(settled).map(({ email }) => idOf(email));
      const recent = eligible
        .slice(0, 3)
        .concat(everyOther(eligible.slice(3)))
        .slice(0, signedIn.recent);
      const quiet = eligible.filter((id) => !recent.includes(id)).slice(0, signedIn.goneQuiet);
      const before = [...recent.slice(0, signedIn.stillHere), ...quiet];
      const plan = { now, seed: 'harborview', recent, before, hours: 48, hoursBefore: 56.5 };
      return [...planSessions(plan), ...firstSessions(people, organizations, { now, idOf })];
    },
    (index) => {
      const person = people[index];
      return person !== undefined && settled(person) ? daysBefore(now, 62 + ((index * 37) % 5)) : null;
    },
  );
  await storeTenant(loading, {
    seed: 'harborview',
    msp: harborview,
    organizations,
    users,
    sessions,
    runs,
    acceptsOneOf: runs.findLast(({ name }) => name === organizations[0]?.name),
    earlierSignIns: 2_000,
  });
}

/** Half of them, spread evenly, and then the others. */
function everyOther(ids: readonly number[]): number[] {
  return [...ids.filter((_, index) => index % 2 === 0), ...ids.filter((_, index) => index % 2 === 1)];
}

function becameActiveAt(organization: DemoOrganization | undefined): Date | undefined {
  return organization?.history.find(({ status }) => status === 'active')?.changedAt;
}

/** Active people of the MSP and of organizations that have been active for more than two months. */
function hasSettled(person: PlannedPerson, organizations: readonly DemoOrganization[], now: Date): boolean {
  if (person.status !== 'active' || person.organizationId === null) {
    return person.status === 'active';
  }
  const activeAt = becameActiveAt(organizations.find(({ id }) => id === person.organizationId));
  return activeAt !== undefined && activeAt < daysBefore(now, 62);
}

/** An organization becomes active when its administrator signs in for the first time. */
function firstSessions(
  people: readonly PlannedPerson[],
  organizations: readonly DemoOrganization[],
  { now, idOf }: { readonly now: Date; readonly idOf: (email: string) => number },
): DemoSession[] {
  return organizations.flatMap((organization) => {
    const startedAt = becameActiveAt(organization);
    const admin = people.find(({ organizationId, role }) => organizationId === organization.id && role === 'ORG_ADMIN');
    if (startedAt === undefined || admin === undefined || startedAt < daysBefore(now, 62)) {
      return [];
    }
    const userId = idOf(admin.email);
    return [{ userId, startedAt, endedAt: startedAt, ...workplaceOf(userId) }];
  });
}

/** A tenant that is there to be a neighbour: everybody signs in now and then. */
async function loadNeighbour(
  loading: Loading,
  tenant: Pick<Everything, 'seed' | 'msp' | 'organizations'> & { readonly people: readonly PlannedPerson[] },
): Promise<void> {
  const { db, now } = loading;
  const { seed, organizations, people } = tenant;
  await insertOrganizations(db, tenant.msp === null ? null : db.tenantId, organizations);
  const { users, sessions } = await usersOf(
    db,
    people,
    (_, ids) => planSessions({ now, seed, recent: ids, before: ids, hours: people.length, hoursBefore: people.length }),
    () => null,
  );
  const runs = await Promise.all(organizations.map(({ name, domainName }) => judgePlainRuns(now, name, domainName)));
  await storeTenant(loading, { ...tenant, users, sessions, runs: runs.flat(), earlierSignIns: people.length * 12 });
}

async function loadLakeside(loading: Loading): Promise<void> {
  const { db, now, enterTenant } = loading;
  const lakeside = { name: 'Lakeside Networks', domain: 'lakeside.example' } as const;
  await enterTenant(await takeTenantId(db));
  const createdAt = daysBefore(now, 430);
  await insertTenant(db, { kind: 'msp', name: lakeside.name, domainName: lakeside.domain, createdAt });
  const ids = await takeOrganizationIds(db, lakesidePlaces.length);
  const organizations = plainOrganizations(now, lakesidePlaces, { ids, monthlyCents: 88_000 });
  const admin: PlannedPerson = {
    role: 'MSP_SUPER_ADMIN',
    organizationId: null,
    email: `admin@${lakeside.domain}`,
    status: 'active',
    createdAt,
    name: { firstName: 'Parker', lastName: 'Thackeray' },
  };
  const people = [admin, ...organizations.flatMap((organization) => organizationPeople(organization))];
  await loadNeighbour(loading, { seed: 'lakeside', msp: lakeside, organizations, people });
}

async function loadBirch(loading: Loading): Promise<void> {
  const { db, now, enterTenant } = loading;
  await enterTenant(await takeTenantId(db));
  const createdAt = daysBefore(now, 400);
  await insertTenant(db, { kind: 'organization', name: 'Birch Dental', domainName: 'birchdental.example', createdAt });
  const ids = await takeOrganizationIds(db, 1);
  const organizations = plainOrganizations(now, ['Birch Dental'], { ids, monthlyCents: null });
  const admin: PlannedPerson = {
    role: 'ORG_ADMIN',
    organizationId: ids[0] ?? 0,
    email: 'admin@birchdental.example',
    status: 'active',
    createdAt,
    name: { firstName: 'Sasha', lastName: 'Dunmore' },
  };
  const people = [admin, ...organizations.flatMap((organization) => organizationPeople(organization).slice(1))];
  await loadNeighbour(loading, { seed: 'birch', msp: null, organizations, people });
}
