import type { OwnerDb, OwnerTransaction } from '../kernel/owner.ts';
import { type Acceptance, acceptOne, type JudgedRun, type StoredRun, storeRun } from './demo-assessments.ts';
import { auditEntries } from './demo-audit.ts';
import { type PlannedPerson, userOf } from './demo-people.ts';
import {
  type DemoOrganization,
  type DemoSession,
  type DemoUser,
  insertAuditChain,
  insertSessions,
  insertUsers,
  takeUserIds,
} from './queries.ts';

export type Loading = OwnerTransaction & { readonly now: Date; readonly passwordHash: string };

export type Everything = {
  readonly seed: string;
  readonly msp: { readonly name: string; readonly domain: string } | null;
  readonly organizations: readonly DemoOrganization[];
  readonly users: readonly DemoUser[];
  readonly sessions: readonly DemoSession[];
  readonly runs: readonly JudgedRun[];
  /** The run of which one finding was accepted afterwards. */
  readonly acceptsOneOf?: JudgedRun | undefined;
  readonly earlierSignIns: number;
};

/** What all tenants have in common: people, sessions, assessments, and a log that tells of them. */
export async function storeTenant(
  { db, now, passwordHash, ofOrganization }: Loading,
  everything: Everything,
): Promise<void> {
  const { seed, msp, organizations, users, sessions } = everything;
  await insertUsers(db, users, passwordHash);
  await insertSessions(db, sessions);
  const runs: StoredRun[] = [];
  const acceptances: Acceptance[] = [];
  for (const run of everything.runs) {
    const organization = organizations.find(({ name }) => name === run.name);
    const by = users.find((user) => user.organizationId === organization?.id && user.roleId === 4);
    if (organization === undefined || by === undefined) {
      throw new Error(`Nobody of ${run.name} can have run an assessment.`);
    }
    const assessor = { userId: by.id, name: `${by.firstName} ${by.lastName}` };
    const account = `admin@${organization.domainName}`;
    const handle = ofOrganization(organization.id);
    runs.push(await storeRun(handle, run, { account, by: assessor }));
    if (run === everything.acceptsOneOf) {
      const acceptance = await acceptOne(handle, run, { now, by: assessor });
      acceptances.push(...(acceptance === undefined ? [] : [acceptance]));
    }
  }
  const { earlierSignIns } = everything;
  await insertAuditChain(
    db,
    auditEntries({ now, seed, msp, organizations, users, sessions, runs, acceptances, earlierSignIns }),
  );
}

/** Gives everybody an id and the moment of their last session. */
export async function usersOf(
  db: OwnerDb,
  people: readonly PlannedPerson[],
  sessionsFor: (idOf: (email: string) => number, ids: readonly number[]) => readonly DemoSession[],
  lastBefore: (index: number) => Date | null,
): Promise<{ readonly users: DemoUser[]; readonly sessions: readonly DemoSession[] }> {
  const ids = await takeUserIds(db, people.length);
  const idByEmail = new Map(people.map(({ email }, index) => [email, ids[index] ?? 0]));
  const sessions = sessionsFor((email) => idByEmail.get(email) ?? 0, ids);
  const last = new Map<number, Date>();
  for (const { userId, startedAt } of sessions) {
    const known = last.get(userId);
    last.set(userId, known === undefined || startedAt > known ? startedAt : known);
  }
  const users = people.map((person, index) => {
    const id = ids[index] ?? 0;
    const earlier = person.status === 'pending' ? null : lastBefore(index);
    return userOf(person, id, last.get(id) ?? earlier);
  });
  return { users, sessions };
}
