import type { SessionLimits } from '../../kernel/session.ts';
import { only, sqlOf } from '../../kernel/sql.ts';
import { scoreColumn } from '../organizations/score-queries.ts';
import { isAccepted } from '../sra/exception-queries.ts';
import { inReach, type LogDb, type LogView } from './filter-queries.ts';

/** What the four cards are computed from (ruling R32), now and in the period before. */
export type Figures = {
  readonly activeUsers: number;
  readonly signedIn: number;
  readonly activeUsersBefore: number;
  readonly signedInBefore: number;
  readonly openFindings: number;
  readonly openFindingsBefore: number;
  readonly findingsOfYear: number;
  readonly hours: number;
  readonly hoursBefore: number;
  readonly score: number | null;
  readonly scoreBefore: number | null;
};

const day = 86_400_000;

type People = Pick<Figures, 'activeUsers' | 'signedIn' | 'activeUsersBefore' | 'signedInBefore'>;
type Hours = Pick<Figures, 'hours' | 'hoursBefore'>;
type Findings = Pick<Figures, 'openFindings' | 'openFindingsBefore' | 'findingsOfYear'>;
type Scores = Pick<Figures, 'score' | 'scoreBefore'>;

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day);
}

/** The moment the figures are of, and how long a session may be idle. */
export type FigureTime = { readonly now: Date; readonly limits: SessionLimits };

export async function getFigures(db: LogDb, view: LogView, time: FigureTime): Promise<Figures> {
  const { now } = time;
  const [people, hours, findings, scores] = await Promise.all([
    getPeople(db, view, now),
    getHours(db, view, time),
    getFindings(db, view, now),
    getScores(db, view, now),
  ]);
  return { ...people, ...hours, ...findings, ...scores };
}

async function getPeople(db: LogDb, view: LogView, now: Date): Promise<People> {
  const [recent, before] = [daysBefore(now, 30), daysBefore(now, 60)];
  const rows = await sqlOf(db)<People>`
    select count(*) as active_users, count(*) filter (where a.recent) as signed_in,
      count(*) filter (where a.created_at <= ${recent}) as active_users_before,
      count(*) filter (where a.before and a.created_at <= ${recent}) as signed_in_before
    from (
      select u.created_at,
        exists (select 1 from sessions s where s.tenant_id = ${db.tenantId} and s.user_id = u.id and s.stage = 'open'
          and s.created_at > ${recent} and s.created_at <= ${now}) as recent,
        exists (select 1 from sessions s where s.tenant_id = ${db.tenantId} and s.user_id = u.id and s.stage = 'open'
          and s.created_at > ${before} and s.created_at <= ${recent}) as before
      from users u
      where u.tenant_id = ${db.tenantId} and u.status = 'active' ${inReach(db, view, 'u.organization_id')}
    ) a`;
  return only(rows);
}

/**
 * A session lasts at most seven days, so none that began before three weeks reaches into the two weeks looked at. One that
 * ended by itself counts as far as the person was seen, also where a sign-in closed it long after.
 */
async function getHours(db: LogDb, view: LogView, { now, limits }: FigureTime): Promise<Hours> {
  const [week, twoWeeks] = [daysBefore(now, 7), daysBefore(now, 14)];
  const rows = await sqlOf(db)<Hours>`
    select coalesce(sum(extract(epoch from least(p.ended, ${now}) - greatest(p.began, ${week}))) filter (where p.ended > ${week}), 0) / 3600 as hours,
      coalesce(sum(extract(epoch from least(p.ended, ${week}) - greatest(p.began, ${twoWeeks})))
        filter (where p.ended > ${twoWeeks} and p.began < ${week}), 0) / 3600 as hours_before
    from (
      select s.created_at as began,
        case when s.ended_at < least(s.last_seen_at + ${limits.idleMinutes} * interval '1 minute', s.expires_at) then s.ended_at
          else s.last_seen_at end as ended
      from sessions s join users u on u.tenant_id = ${db.tenantId} and u.id = s.user_id
      where s.tenant_id = ${db.tenantId} and s.stage = 'open' and s.created_at > ${daysBefore(now, 21)} and s.created_at <= ${now}
        ${inReach(db, view, 'u.organization_id')}
    ) p`;
  return only(rows);
}

async function getFindings(db: LogDb, view: LogView, now: Date): Promise<Findings> {
  const [recent, year] = [daysBefore(now, 30), daysBefore(now, 365)];
  const rows = await sqlOf(db)<Findings>`
    select count(*) filter (where f.resolved_at is null and not ${isAccepted(db, now)}) as open_findings,
      count(*) filter (where f.opened_at <= ${recent} and (f.resolved_at is null or f.resolved_at > ${recent})
        and not ${isAccepted(db, recent)}) as open_findings_before,
      count(*) filter (where f.resolved_at is null or f.resolved_at > ${year}) as findings_of_year
    from findings f where f.tenant_id = ${db.tenantId} ${inReach(db, view, 'f.organization_id')}`;
  return only(rows);
}

/** Of the newest assessments in which something counts. */
async function getScores(db: LogDb, view: LogView, now: Date): Promise<Scores> {
  const recent = daysBefore(now, 30);
  const rows = await sqlOf(db)<Scores>`
    select avg(n.score) as score, avg(b.score) as score_before
    from organizations o
    left join lateral (
      select ${scoreColumn} from assessments a where a.tenant_id = ${db.tenantId} and a.organization_id = o.id
      order by a.assessed_at desc, a.id desc limit 1) n on true
    left join lateral (
      select ${scoreColumn} from assessments a where a.tenant_id = ${db.tenantId} and a.organization_id = o.id
      and a.assessed_at <= ${recent} order by a.assessed_at desc, a.id desc limit 1) b on true
    where o.tenant_id = ${db.tenantId} ${inReach(db, view, 'o.id')}`;
  return only(rows);
}
