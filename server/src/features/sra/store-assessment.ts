import type { AssessedPolicy } from '@sentrywell/contract/assessment.ts';
import { isFailing } from '@sentrywell/contract/failing.ts';
import { audit } from '../../kernel/audit.ts';
import { counted } from '../../kernel/counted.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { OrganizationDb } from '../../kernel/tenant.ts';
import { newAssessmentUuid } from './assessment-uuid.ts';
import type { Catalogue } from './catalogue.ts';
import { countOpenFindings } from './exception-queries.ts';
import { recordFollowedExceptions } from './follow-exceptions.ts';
import { worstByFinding, worstBySetting } from './findings.ts';
import {
  hasAssessmentAfter,
  insertAssessment,
  lockOrganization,
  type OpenFinding,
  replaceFindings,
  replaceSettingVerdicts,
} from './queries.ts';
import { sessionMark } from './session-mark.ts';
import { complianceScore, countVerdicts, isCounted } from './score.ts';

export type FreshAssessment = {
  readonly policies: readonly AssessedPolicy[];
  /** The same rows, packed before the transaction began. */
  readonly packed: Buffer;
  readonly account: string;
  readonly catalogue: Pick<Catalogue, 'version' | 'rules'>;
  readonly includesTier2: boolean;
  readonly now: Date;
};

/**
 * Keeps an assessment, and what follows from it: findings, the organization's column of the matrix, the entry in the log. Of two
 * at one moment the one that was read first may be kept last: then what follows from the newer one stands.
 */
export async function storeAssessment(db: OrganizationDb, actor: Actor, fresh: FreshAssessment): Promise<string> {
  const { policies, packed, account, catalogue, now } = fresh;
  const verdicts = policies.map(({ verdict }) => verdict);
  const score = complianceScore(verdicts);
  const uuid = newAssessmentUuid(db.organizationId);
  await lockOrganization(db);
  const isNewest = !(await hasAssessmentAfter(db, now));
  const assessmentId = await insertAssessment(db, {
    uuid,
    sessionMark: sessionMark(actor),
    assessedBy: actor.userId,
    assessedByName: actor.name,
    account,
    catalogueVersion: catalogue.version,
    rules: catalogue.rules,
    includeTier2: fresh.includesTier2,
    score,
    counts: countVerdicts(verdicts),
    policies: packed,
    assessedAt: now,
  });
  const findings = worstByFinding(policies);
  const open = findings.flatMap(({ settingType, target, verdict }): OpenFinding[] =>
    isFailing(verdict) ? [{ settingType, target, verdict }] : [],
  );
  if (isNewest) {
    const unreadable = findings.filter(({ verdict }) => verdict === 'unreadable');
    await replaceFindings(db, { open, unreadable }, { assessmentId, at: now });
    const column = [...worstBySetting(policies)].map(([settingType, verdict]) => ({ settingType, verdict }));
    await replaceSettingVerdicts(db, column, assessmentId);
    await recordFollowedExceptions(db, now);
  }
  const scoreWords = verdicts.some(isCounted)
    ? `score ${score.toFixed(1)}`
    : 'no score because nothing could be judged';
  const stillOpen = await countOpenFindings(db, now);
  audit(db, {
    category: 'Assessments',
    log: `Security risk assessment run with ${account}: ${scoreWords}, ${counted(stillOpen, 'open finding', 'open findings')}`,
    target: { type: 'assessment', id: assessmentId },
  });
  return uuid;
}
