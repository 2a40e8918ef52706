import type { ComparedPolicy, Comparison } from '@sentrywell/contract/assessment-comparison.ts';
import type { Assessment, ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { hadSameRules } from '@sentrywell/contract/assessment-rules.ts';
import { isFailing } from '@sentrywell/contract/failing.ts';
import { findingOf, keyOf } from './findings.ts';
import { isSameJson } from './score.ts';

type Side = { readonly assessment: Assessment; readonly policies: readonly ShownPolicy[] };
type Lists = Pick<Comparison, 'new' | 'fixed' | 'changed' | 'unreadable'>;
type Pair = { readonly before: ShownPolicy | undefined; readonly after: ShownPolicy | undefined };

/** The tier of the catalogue that is assessed by choice. */
const additionalTier = 2;

/** What happened between two assessments of one organization. */
export function compareAssessments(before: Side, after: Side): Comparison {
  const catalogueChanged = hadSameRules(before.assessment, after.assessment) === false;
  const tiersChanged = before.assessment.includesTier2 !== after.assessment.includesTier2;
  const lists: Lists = { new: [], fixed: [], changed: [], unreadable: [] };
  let unchanged = 0;
  for (const pair of pairUp(before.policies, after.policies)) {
    const kind = kindOf(pair);
    if (kind === undefined) {
      unchanged += 1;
    } else {
      lists[kind].push(...toCompared(pair, tiersChanged));
    }
  }
  const listed = Object.values(lists).flat();
  const judgedDifferently = listed.filter((row) => !row.settingChanged).length;
  return {
    before: before.assessment,
    after: after.assessment,
    catalogueChanged,
    tiersChanged,
    notice:
      noticeOf(before.assessment, after.assessment) ??
      unexplained(before.assessment, after.assessment, judgedDifferently),
    judgedDifferently,
    ...lists,
    unchanged,
  };
}

function noticeOf(before: Assessment, after: Assessment): string | null {
  const reasons: string[] = [];
  if (before.catalogueVersion !== after.catalogueVersion) {
    reasons.push(`by different catalogues (${before.catalogueVersion} and ${after.catalogueVersion})`);
  } else if (hadSameRules(before, after) === false) {
    reasons.push(`by different rules of catalogue ${after.catalogueVersion} (${before.rules} and ${after.rules})`);
  }
  if (before.includesTier2 !== after.includesTier2) {
    reasons.push(
      `${after.includesTier2 ? 'without' : 'with'} and then ${after.includesTier2 ? 'with' : 'without'} tier 2`,
    );
  }
  return reasons.length === 0
    ? null
    : `These two assessments were made ${reasons.join(' and ')}: a verdict can differ although the setting did not change.`;
}

/** Nobody shall take a row for a change at Google where none is known to be. */
function unexplained(before: Assessment, after: Assessment, judgedDifferently: number): string | null {
  if (judgedDifferently === 0) {
    return null;
  }
  return hadSameRules(before, after) === true
    ? 'Some rows are judged differently although Google sent the same for them. The rules are the same: another setting decides there, or the day.'
    : 'Some rows are judged differently although Google sent the same for them. Whether the rules changed is not known: it was not noted when these assessments were made.';
}

/** Rows of the same setting and place belong together; where one place has several, in the order they stand in. */
function pairUp(before: readonly ShownPolicy[], after: readonly ShownPolicy[]): readonly Pair[] {
  const waiting = new Map<string, ShownPolicy[]>();
  for (const policy of before) {
    const key = rowKeyOf(policy);
    waiting.set(key, [...(waiting.get(key) ?? []), policy]);
  }
  const pairs: Pair[] = after.map((policy) => ({ before: waiting.get(rowKeyOf(policy))?.shift(), after: policy }));
  const gone = [...waiting.values()].flat().map((policy) => ({ before: policy, after: undefined }));
  return [...pairs, ...gone];
}

function rowKeyOf(policy: ShownPolicy): string {
  return keyOf(findingOf(policy));
}

function fails(policy: ShownPolicy | undefined): boolean {
  return policy !== undefined && isFailing(policy.verdict);
}

function isUnchanged(pair: Pair): boolean {
  return pair.before?.verdict === pair.after?.verdict && !settingChanged(pair);
}

function kindOf(pair: Pair): keyof Lists | undefined {
  const { before, after } = pair;
  if (isUnchanged(pair)) {
    return undefined;
  }
  if ([before, after].some((policy) => policy?.verdict === 'unreadable')) {
    return 'unreadable';
  }
  if (fails(after)) {
    return fails(before) ? 'changed' : 'new';
  }
  return after?.verdict === 'compliant' && fails(before) ? 'fixed' : 'changed';
}

/**
 * Whether Google sent something else. Only what both assessments looked at can be compared: another catalogue may look at other parts of
 * a setting, or show another default where Google sent nothing.
 */
function settingChanged({ before, after }: Pair): boolean {
  if (before === undefined || after === undefined) {
    return !isNothingSent(before ?? after);
  }
  if (isSameJson(before.raw, after.raw)) {
    return false;
  }
  const was = before.setting.value;
  const is = after.setting.value;
  const shared = Object.keys(is).filter((name) => Object.hasOwn(was, name));
  return shared.length === 0 || shared.some((name) => !isSameJson(was[name], is[name]));
}

/** Such a row is there because the catalogue knows the setting. */
function isNothingSent(policy: ShownPolicy | undefined): boolean {
  return Array.isArray(policy?.raw) && policy.raw.length === 0;
}

/** Only one of the two looked at it. */
function isOnlyChosen({ before, after }: Pair): boolean {
  return (before === undefined || after === undefined) && (before ?? after)?.tier === additionalTier;
}

function toCompared(pair: Pair, tiersChanged: boolean): ComparedPolicy[] {
  const policy = pair.after ?? pair.before;
  if (policy === undefined) {
    return [];
  }
  const { title, area } = policy;
  const side = (of: ShownPolicy | undefined) =>
    of === undefined ? null : { verdict: of.verdict, value: of.setting.value, bestPractice: of.bestPractice };
  return [
    {
      ...findingOf(policy),
      title,
      area,
      before: side(pair.before),
      after: side(pair.after),
      settingChanged: settingChanged(pair) && !(tiersChanged && isOnlyChosen(pair)),
      exception: policy.exception ?? policy.idleException,
    },
  ];
}
