import type { AuditCategoryName } from '@sentrywell/contract/audit-log.ts';
import { listedRoleNames, roleOfId } from '@sentrywell/contract/permissions.ts';
import { stableRandom } from '../../../emulator/stable-random.ts';
import type { Acceptance, StoredRun } from './demo-assessments.ts';
import { workplaceOf } from './demo-sessions.ts';
import { day, inOfficeHours, minute } from './demo-time.ts';
import type { DemoEntry, DemoOrganization, DemoSession, DemoUser } from './queries.ts';
import { counted } from '../kernel/counted.ts';

export type Facts = {
  readonly now: Date;
  readonly seed: string;
  /** The MSP's name and domain; null: an independent organization, or the platform. */
  readonly msp: { readonly name: string; readonly domain: string } | null;
  readonly organizations: readonly DemoOrganization[];
  readonly users: readonly DemoUser[];
  readonly sessions: readonly DemoSession[];
  readonly runs: readonly StoredRun[];
  readonly acceptances: readonly Acceptance[];
  /** How often somebody signed in during the ten months before the stored sessions. */
  readonly earlierSignIns: number;
};

type Draft = {
  readonly at: Date;
  readonly category: AuditCategoryName;
  readonly log: string;
  readonly by: DemoUser | undefined;
  /** They did it from their own place, but nothing in the entry proves it. */
  readonly isUnproven?: true;
  readonly organizationId?: number | null;
  readonly target?: readonly [type: string, id: number];
  readonly result?: DemoEntry['result'];
};

const nameOf = (user: DemoUser): string => `${user.firstName} ${user.lastName}`;
const described = (user: DemoUser): string => `${nameOf(user)} (${user.email})`;
const yearOfDays = 365;

const unknownPerson = { userName: 'Unknown', actorUserId: null } as const;
const actorOf = (user: DemoUser) => ({ userName: nameOf(user), actorUserId: user.id });

function entryOf(draft: Draft, requestId: string): DemoEntry {
  const { at, category, log, by, target, result = 'success' } = draft;
  const actor =
    by === undefined
      ? { userName: 'System', actorUserId: null, address: '', userAgent: '' }
      : { ...(draft.isUnproven === true ? unknownPerson : actorOf(by)), ...workplaceOf(by.id) };
  const own = by?.organizationId ?? null;
  return {
    at,
    organizationId: draft.organizationId === undefined ? own : draft.organizationId,
    category,
    log,
    targetType: target === undefined ? null : target[0],
    targetId: target === undefined ? null : String(target[1]),
    result,
    ...actor,
    requestId,
  };
}

/** The year's log as it follows from what is stored, oldest first: every entry says something that happened. */
export function auditEntries(facts: Facts): DemoEntry[] {
  const random = stableRandom(facts.seed);
  const drafts = [
    ...signIns(facts, random),
    ...earlierSignIns(facts, random),
    ...people(facts),
    ...organizations(facts),
    ...assessments(facts),
    ...accepted(facts),
    ...routine(facts, random),
  ];
  const since = facts.now.getTime() - yearOfDays * day;
  return drafts
    .filter(({ at }) => at.getTime() >= since && at.getTime() <= facts.now.getTime())
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map((draft) => entryOf(draft, Math.floor(random() * 2 ** 53).toString(36)));
}

function signIns({ users, sessions }: Facts, random: () => number): Draft[] {
  const byId = new Map(users.map((user) => [user.id, user]));
  return sessions.flatMap(({ userId, startedAt, endedAt }): Draft[] => {
    const by = byId.get(userId);
    const common = { category: 'Authentication', by, target: ['user', userId] } as const;
    const wrong = by !== undefined && random() < 0.04 ? [{ ...common, ...failed(by, startedAt) }] : [];
    return [
      ...wrong,
      { ...common, at: startedAt, log: 'Signed in' },
      ...(random() < 0.6 ? [{ ...common, at: endedAt, log: 'Signed out' }] : []),
    ];
  });
}

function failed(by: DemoUser, before: Date) {
  const at = new Date(before.getTime() - minute);
  return { at, log: `Sign-in failed for ${described(by)}`, result: 'failure', isUnproven: true } as const;
}

function earlierSignIns({ now, users, earlierSignIns: count }: Facts, random: () => number): Draft[] {
  const active = users.filter(({ status, lastSignedInAt }) => status === 'active' && lastSignedInAt !== null);
  return Array.from({ length: count }, (): Draft[] => {
    const by = active[Math.floor(random() * active.length)];
    const at = inOfficeHours(new Date(now.getTime() - (61 + random() * 303) * day), random());
    if (by === undefined || at <= by.createdAt) {
      return [];
    }
    return [{ at, category: 'Authentication', log: 'Signed in', by, target: ['user', by.id] }];
  }).flat();
}

/** Who invites into an organization or MSP: its first administrator, or the MSP's. */
function adminOf({ users }: Facts, organizationId: number | null): DemoUser | undefined {
  const role = organizationId === null ? 1 : 4;
  return users.find((user) => user.organizationId === organizationId && user.roleId === role);
}

function people(facts: Facts): Draft[] {
  const placeNames = new Map(facts.organizations.map(({ id, name }) => [id, name]));
  return facts.users.flatMap((user): Draft[] => {
    const by = adminOf(facts, user.organizationId);
    const role = roleOfId(user.roleId);
    if (role === undefined || by === undefined || user.status === 'pending') {
      return [];
    }
    const place = user.organizationId === null ? facts.msp?.name : placeNames.get(user.organizationId);
    const category = role === 'ORG_USER_VENDOR' ? 'Vendor Management' : 'User Management';
    const common = { category, target: ['user', user.id], organizationId: user.organizationId } as const;
    const invitedAt = new Date(user.createdAt.getTime() - 26 * 60 * minute);
    const invited =
      by === user
        ? []
        : [
            {
              ...common,
              at: invitedAt,
              by,
              log: `Invited ${user.email} to ${place ?? 'Sentrywell'} as ${listedRoleNames[role]}`,
            },
          ];
    const joined = { ...common, at: user.createdAt, by: user, log: `Registered by invitation: ${described(user)}` };
    const leftAt = new Date(user.createdAt.getTime() + (facts.now.getTime() - user.createdAt.getTime()) / 2);
    const left =
      user.status === 'inactive' ? [{ ...common, at: leftAt, by, log: `Deactivated ${described(user)}` }] : [];
    return [...invited, joined, ...left];
  });
}

function organizations(facts: Facts): Draft[] {
  const mspAdmin = adminOf(facts, null);
  return facts.organizations.flatMap(({ id, name, domainName, history, fees }): Draft[] => {
    const by = mspAdmin ?? adminOf(facts, id);
    const common = { category: 'Organization', organizationId: id, target: ['organization', id], by } as const;
    return [
      ...history.map(({ changedAt, status }) => ({
        ...common,
        at: changedAt,
        log:
          status === 'pending'
            ? `Registered the organization ${name} (${domainName})`
            : status === 'active'
              ? `${name} became active`
              : `Deactivated the organization ${name}`,
      })),
      ...fees.map(({ startsOn }) => ({
        ...common,
        at: inOfficeHours(new Date(`${startsOn}T00:00:00Z`), 0.1),
        log: `Agreed with ${name} on a monthly fee from ${startsOn} on`,
      })),
    ];
  });
}

function assessments({ runs, users }: Facts): Draft[] {
  const byId = new Map(users.map((user) => [user.id, user]));
  return runs.flatMap(({ assessmentId, at, organizationId, account, score, open, by }): Draft[] => {
    const common = { organizationId, by: byId.get(by.userId), target: ['assessment', assessmentId] } as const;
    const before = new Date(at.getTime() - minute);
    const after = new Date(at.getTime() + 12 * minute);
    const domain = account.slice(account.indexOf('@') + 1);
    return [
      { ...common, category: 'Assessments', at: before, log: `Began to sign in to the Google Workspace of ${domain}` },
      { ...common, category: 'Policy', at, log: `Read the Workspace policies of ${domain}` },
      {
        ...common,
        category: 'Assessments',
        at,
        log: `Security risk assessment run with ${account}: score ${score.toFixed(1)}, ${counted(open, 'open finding', 'open findings')}`,
      },
      { ...common, category: 'Documents', at: after, log: `Downloaded the assessment report of ${domain}` },
    ];
  });
}

function accepted({ acceptances, users }: Facts): Draft[] {
  return acceptances.map(({ exceptionId, organizationId, at, log, by }) => ({
    category: 'Assessments',
    at,
    log,
    organizationId,
    by: users.find(({ id }) => id === by.userId),
    target: ['exception', exceptionId],
  }));
}

/** What is done again and again: looking at the log, exporting lists, reviewing vendors. */
function routine(facts: Facts, random: () => number): Draft[] {
  const readers = facts.users.filter(({ roleId, lastSignedInAt }) => isReader(roleId) && lastSignedInAt !== null);
  return readers.flatMap((by) =>
    Array.from({ length: 5 }, (): Draft => {
      const at = inOfficeHours(new Date(facts.now.getTime() - (1 + random() * 360) * day), random());
      const kind = routines[Math.floor(random() * routines.length)] ?? routines[0];
      return { ...kind, at, by };
    }).filter(({ at }) => at > by.createdAt),
  );
}

/** Who may read a log: the two administrators and the two auditors. */
function isReader(roleId: number | null): boolean {
  return roleId !== null && [1, 3, 4, 5].includes(roleId);
}

const routines = [
  { category: 'Audit', log: 'Exported the audit log' },
  { category: 'Audit', log: 'Verified the hash chain of an exported audit log' },
  { category: 'Organization', log: 'Exported the list of organizations' },
  { category: 'Documents', log: 'Downloaded an assessment as CSV' },
  { category: 'Vendor Management', log: 'Reviewed the access of vendors' },
  { category: 'Policy', log: 'Compared the Workspace policies of two assessments' },
] as const satisfies readonly [Pick<Draft, 'category' | 'log'>, ...Pick<Draft, 'category' | 'log'>[]];
