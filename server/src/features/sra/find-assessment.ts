import { screenRoles } from '@sentrywell/contract/access.ts';
import type { AssessedPolicy, Assessment, AssessmentException, ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { isFinding } from '@sentrywell/contract/finding-order.ts';
import { authorizeOrganization } from '../../kernel/authorize.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { OrganizationDb, PersonDb } from '../../kernel/tenant.ts';
import { organizationIdOfUuid } from './assessment-uuid.ts';
import { catalogue } from './catalogue.ts';
import { listNewestExceptions } from './exception-queries.ts';
import { toException } from './exceptions.ts';
import { findingOf, keyOf, targetOf } from './findings.ts';
import { type AssessmentRow, findAssessmentOfSession, findStoredAssessment, listFindingsAt } from './queries.ts';
import { sessionMark } from './session-mark.ts';
import { unpackPolicies } from './stored-policies.ts';

export function toAssessment(row: AssessmentRow): Assessment {
  return {
    id: row.id,
    uuid: row.uuid,
    organizationId: row.organizationId,
    assessedAt: row.assessedAt,
    assessedBy: row.assessedByName,
    account: row.account,
    catalogueVersion: row.catalogueVersion,
    rules: row.rules,
    includesTier2: row.includeTier2,
    score: row.score,
    counts: {
      compliant: row.compliant,
      partial: row.partial,
      'non-compliant': row.nonCompliant,
      unreadable: row.unreadable,
      'not-licensed': row.notLicensed,
      'not-assessed': row.notAssessed,
    },
    accepted: row.accepted,
  };
}

export type OpenedAssessment = { readonly assessment: Assessment; readonly policies: ShownPolicy[] };

/** For whoever reads a report alone: also the exceptions in force whose finding has no row in it (any more). */
export type ReportedAssessment = OpenedAssessment & { readonly rowlessExceptions: readonly AssessmentException[] };

type Opened = {
  readonly opened: OpenedAssessment;
  /** The newest of each finding. */
  readonly exceptions: ReadonlyMap<string, AssessmentException>;
};

async function open(db: OrganizationDb, id: number | undefined, now: Date): Promise<Opened | undefined> {
  const [row, newest] = await Promise.all([findStoredAssessment(db, id, now), listNewestExceptions(db)]);
  if (row === undefined) {
    return undefined;
  }
  const exceptions = new Map(newest.map((exception) => [keyOf(exception), toException(exception, now)]));
  const [policies, open] = await Promise.all([
    unpackPolicies(row.policies),
    row.unreadable > 0 ? listFindingsAt(db, row.assessedAt) : [],
  ]);
  const context = { assessedAt: row.assessedAt, exceptions, open: new Set(open.map(keyOf)) };
  return {
    opened: { assessment: toAssessment(row), policies: policies.map((policy) => toShown(policy, context)) },
    exceptions,
  };
}

async function mustOpen(db: OrganizationDb, id: number, now: Date): Promise<Opened> {
  const found = await open(db, id, now);
  if (found === undefined) {
    throw new Refusal('assessment.not_found');
  }
  return found;
}

/** In force, and known when the assessment was made: one from before it was accepted is none of its concern. */
function concerns({ state, createdAt }: AssessmentException, { assessedAt }: Pick<Assessment, 'assessedAt'>): boolean {
  return state === 'in-force' && createdAt <= assessedAt;
}

/** An assessment with its rows as they were judged then, and the exceptions that are in force now or have expired. */
export async function findAssessment(db: OrganizationDb, id: number, now: Date): Promise<OpenedAssessment> {
  return (await mustOpen(db, id, now)).opened;
}

export async function findReportedAssessment(db: OrganizationDb, id: number, now: Date): Promise<ReportedAssessment> {
  const { opened, exceptions } = await mustOpen(db, id, now);
  const rows = new Set(opened.policies.map((policy) => keyOf(findingOf(policy))));
  const rowless = [...exceptions].filter(([key, one]) => !rows.has(key) && concerns(one, opened.assessment));
  return { ...opened, rowlessExceptions: rowless.map(([, exception]) => exception) };
}

export async function findNewestAssessment(db: OrganizationDb, now: Date): Promise<OpenedAssessment | undefined> {
  return (await open(db, undefined, now))?.opened;
}

/** Open findings of earlier assessments that the newest one could not read. */
export async function countUnreadFindings(db: OrganizationDb, now: Date): Promise<number> {
  const newest = await findNewestAssessment(db, now);
  const unread = newest?.policies.filter(({ stillOpen, exception }) => stillOpen && exception === null) ?? [];
  return new Set(unread.map((policy) => keyOf(findingOf(policy)))).size;
}

type Context = {
  readonly assessedAt: string;
  /** The newest of each finding. */
  readonly exceptions: ReadonlyMap<string, AssessmentException>;
  /** Asked for where something could not be read. */
  readonly open: ReadonlySet<string>;
};

function toShown(policy: AssessedPolicy, { assessedAt, exceptions, open }: Context): ShownPolicy {
  const key = keyOf(findingOf(policy));
  const about = catalogue.find(policy.setting.type)?.note;
  const stillOpen = policy.verdict === 'unreadable' && open.has(key);
  const isFound = isFinding({ verdict: policy.verdict, stillOpen });
  return {
    ...policy,
    target: targetOf(policy),
    ...(about === undefined ? {} : { about }),
    stillOpen,
    ...exceptionsOf(exceptions.get(key), { isFound, assessedAt }),
  };
}

type Acceptances = Pick<ShownPolicy, 'exception' | 'idleException' | 'expired'>;
const none: Acceptances = { exception: null, idleException: null, expired: null };

function exceptionsOf(
  newest: AssessmentException | undefined,
  { isFound, assessedAt }: { readonly isFound: boolean; readonly assessedAt: string },
): Acceptances {
  if (newest?.state === 'in-force') {
    const idle = concerns(newest, { assessedAt }) ? newest : null;
    return isFound ? { ...none, exception: newest } : { ...none, idleException: idle };
  }
  return newest?.state === 'expired' && isFound ? { ...none, expired: newest } : none;
}

const uuidLastsMs = 30 * 60_000;

/**
 * What one workspace sign-in read: for the session and the person that ran it, for 30 minutes, and only while they may
 * still look at assessments of that organization. Anybody else's uuid is the same 404 as none at all (security rule 24).
 */
export async function findAssessmentByUuid(
  db: PersonDb,
  actor: Actor,
  uuid: string,
  now: Date,
): Promise<OpenedAssessment> {
  const organizationDb = await enterOrganizationOf(db, actor, uuid);
  const id = await findAssessmentOfSession(organizationDb, {
    uuid,
    sessionMark: sessionMark(actor),
    userId: actor.userId,
    since: new Date(now.getTime() - uuidLastsMs),
  });
  if (id === undefined) {
    throw new Refusal('assessment.no_uuid');
  }
  return findAssessment(organizationDb, id, now);
}

async function enterOrganizationOf(db: PersonDb, actor: Actor, uuid: string): Promise<OrganizationDb> {
  try {
    return await authorizeOrganization(db, actor, screenRoles.orgSra, organizationIdOfUuid(uuid));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'organization.not_found') {
      throw new Refusal('assessment.no_uuid');
    }
    throw error;
  }
}
