import { randomBytes } from 'node:crypto';
import { policiesOf } from '../../../emulator/policies.ts';
import { directoryOf, type Policy } from '../../../emulator/policy.ts';
import type { AssessedPolicy } from '@sentrywell/contract/assessment.ts';
import { isFailing } from '@sentrywell/contract/failing.ts';
import type { OrganizationDb } from '../kernel/tenant.ts';
import { utcMinute } from '../kernel/utc-minute.ts';
import { newAssessmentUuid } from '../features/sra/assessment-uuid.ts';
import { insertException } from '../features/sra/exception-queries.ts';
import { scheduleExpiry } from '../features/sra/expire-exceptions.ts';
import { catalogue } from '../features/sra/catalogue.ts';
import { evaluatePolicies } from '../features/sra/evaluate-policies.ts';
import { findingOf, worstByFinding, worstBySetting } from '../features/sra/findings.ts';
import { parsePolicyPage } from '../features/sra/policy-shape.ts';
import {
  insertAssessment,
  type OpenFinding,
  replaceFindings,
  replaceSettingVerdicts,
} from '../features/sra/queries.ts';
import { reducePolicies } from '../features/sra/reduce-policies.ts';
import { complianceScore, countVerdicts } from '../features/sra/score.ts';
import { packPolicies } from '../features/sra/stored-policies.ts';
import { type AssessmentPlan, assessmentPlans, policiesAtRun } from './assessment-plan.ts';
import { day, daysBefore, inOfficeHours, minute, monthStart, spread } from './demo-time.ts';

/** Judged as the product judges what Google sends. */
export type JudgedRun = {
  readonly name: string;
  readonly at: Date;
  readonly policies: readonly AssessedPolicy[];
  readonly packed: Buffer;
};

async function judge(name: string, at: Date, policies: readonly Policy[]): Promise<JudgedRun> {
  const read = parsePolicyPage(JSON.stringify({ policies }));
  if ('failure' in read) {
    throw new Error(`The demo's policies cannot be read: ${read.failure}.`);
  }
  const judged = evaluatePolicies(reducePolicies(read.page.policies, { catalogue }), { catalogue, tier: 1, now: at });
  return { name, at, policies: judged, packed: await packPolicies(judged) };
}

/** When the runs of a month took place. What this month brought is less than 30 days old, what came before is older. */
function momentsOf(now: Date, monthsAgo: number, count: number): Date[] {
  const start = monthStart(now, monthsAgo);
  if (monthsAgo === 0) {
    return atWork(new Date(Math.max(start.getTime(), daysBefore(now, 29).getTime())), now, count);
  }
  const end = Math.min(monthStart(now, monthsAgo - 1).getTime(), daysBefore(now, 31).getTime());
  return atWork(start, new Date(Math.max(end, start.getTime() + 10 * minute)), count);
}

/** Spread over the span, in office hours where the span holds them. */
function atWork(from: Date, to: Date, count: number): Date[] {
  return spread(from, to, count)
    .map((at, index) => {
      const inHours = inOfficeHours(at, ((index * 5) % 9) / 9);
      return inHours > from && inHours < to ? inHours : at;
    })
    .sort((one, other) => one.getTime() - other.getTime());
}

/** The runs of all organizations in the order in which they took place: first everybody's first run of a month. */
function inOrder(): readonly { readonly plan: AssessmentPlan; readonly run: AssessmentPlan['runs'][number] }[] {
  const all = assessmentPlans.flatMap((plan, place) =>
    plan.runs.map((run, index) => {
      const sameMonth = plan.runs.slice(0, index).filter(({ monthsAgo }) => monthsAgo === run.monthsAgo).length;
      return { plan, run, order: [5 - run.monthsAgo, sameMonth, place] };
    }),
  );
  return all.sort((one, other) => {
    const difference = one.order.findIndex((value, index) => value !== other.order[index]);
    return difference < 0 ? 0 : (one.order[difference] ?? 0) - (other.order[difference] ?? 0);
  });
}

/** The planned assessments of the last six months, judged by the product. */
export async function judgePlannedRuns(now: Date): Promise<JudgedRun[]> {
  const planned = inOrder();
  const moments = new Map<number, Date[]>();
  for (const monthsAgo of [0, 1, 2, 3, 4, 5]) {
    const count = planned.filter(({ run }) => run.monthsAgo === monthsAgo).length;
    moments.set(monthsAgo, momentsOf(now, monthsAgo, count));
  }
  return Promise.all(
    planned.map(({ plan, run }) =>
      judge(plan.name, moments.get(run.monthsAgo)?.shift() ?? now, policiesAtRun(plan, run)),
    ),
  );
}

/** Two runs of an organization whose Workspace is as the emulator shows it. */
export function judgePlainRuns(now: Date, name: string, domain: string): Promise<JudgedRun[]> {
  const policies = policiesOf(directoryOf(domain));
  return Promise.all([75, 9].map((days) => judge(name, daysBefore(now, days), policies)));
}

export type StoredRun = {
  readonly assessmentId: number;
  readonly at: Date;
  readonly organizationId: number;
  readonly account: string;
  readonly score: number;
  readonly open: number;
  readonly by: Assessor;
};
export type Assessor = { readonly userId: number; readonly name: string };

/** Keeps a run exactly as the product does after a sign-in to Google, findings and matrix included. */
export async function storeRun(
  db: OrganizationDb,
  { at, policies, packed }: JudgedRun,
  { account, by }: { readonly account: string; readonly by: Assessor },
): Promise<StoredRun> {
  const verdicts = policies.map(({ verdict }) => verdict);
  const score = complianceScore(verdicts);
  const assessmentId = await insertAssessment(db, {
    uuid: newAssessmentUuid(db.organizationId),
    // Of a session that is over: it opens nothing.
    sessionMark: randomBytes(32),
    assessedBy: by.userId,
    assessedByName: by.name,
    account,
    catalogueVersion: catalogue.version,
    rules: catalogue.rules,
    includeTier2: false,
    score,
    counts: countVerdicts(verdicts),
    policies: packed,
    assessedAt: at,
  });
  const open = worstByFinding(policies).flatMap(({ settingType, target, verdict }): OpenFinding[] =>
    isFailing(verdict) ? [{ settingType, target, verdict }] : [],
  );
  await replaceFindings(db, { open, unreadable: [] }, { assessmentId, at });
  const column = [...worstBySetting(policies)].map(([settingType, verdict]) => ({ settingType, verdict }));
  await replaceSettingVerdicts(db, column, assessmentId);
  return { assessmentId, at, organizationId: db.organizationId, account, score, open: open.length, by };
}

export type Acceptance = {
  readonly exceptionId: number;
  readonly organizationId: number;
  readonly at: Date;
  readonly log: string;
  readonly by: Assessor;
};

/** Accepts the finding about outbound gateways until a day, as somebody of the organization would. */
export async function acceptOne(
  db: OrganizationDb,
  { at: foundAt, policies }: JudgedRun,
  { now, by }: { readonly now: Date; readonly by: Assessor },
): Promise<Acceptance | undefined> {
  const finding = policies.find(({ setting }) => setting.type === 'settings/gmail.per_user_outbound_gateway');
  if (finding === undefined) {
    return undefined;
  }
  const at = new Date((foundAt.getTime() + now.getTime()) / 2);
  const expiresAt = new Date(now.getTime() + 120 * day);
  const reason = 'The laboratory’s software sends results through it; its vendor promises a new version.';
  const row = await insertException(db, {
    ...findingOf(finding),
    reason,
    compensatingMeasure: 'Only two people of the front desk may use it, and what they send is reviewed every week.',
    acceptedBy: by.name,
    createdAt: at,
    expiresAt,
  });
  if (row === undefined) {
    return undefined;
  }
  await scheduleExpiry(db, row);
  const log = `Accepted the finding “${finding.title}” until ${utcMinute(expiresAt.toISOString())}: ${reason}`;
  return { exceptionId: row.id, organizationId: db.organizationId, at, log, by };
}
