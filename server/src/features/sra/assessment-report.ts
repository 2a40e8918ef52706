import type { Assessment, ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { catalogueName } from '@sentrywell/contract/assessment-rules.ts';
import { scoreOf } from '@sentrywell/contract/assessment-score.ts';
import { isFailing } from '@sentrywell/contract/failing.ts';
import { inOrderOfMending, isFinding } from '@sentrywell/contract/finding-order.ts';
import { placeName } from '@sentrywell/contract/setting-words.ts';
import { utcMinute } from '../../kernel/utc-minute.ts';
import { exceptionWords } from './exception-words.ts';
import { benchmarks, catalogue } from './catalogue.ts';
import type { ReportedAssessment } from './find-assessment.ts';
import { rankOf } from './findings.ts';
import { type HipaaTitles, writeFindings, writeRowlessExceptions } from './report-findings.ts';
import {
  besideVerdict,
  breathe,
  cell,
  day,
  heading,
  ink,
  label,
  muted,
  pair,
  plain,
  rowHeader,
  rule,
  small,
  tint,
  title,
  verdicts,
} from './report-looks.ts';
import { createWriter, type Piece, type Writer } from './report-writer.ts';

export type ReportInput = ReportedAssessment & {
  readonly organization: { readonly name: string; readonly domainName: string };
  readonly now: Date;
  readonly hipaaTitles: HipaaTitles;
};

/** The assessment as a report to print and file: what was found, worst first, what to do, and by which sources. */
export async function assessmentReport(input: ReportInput): Promise<Buffer> {
  const { organization, assessment, policies, rowlessExceptions, now, hipaaTitles } = input;
  const writer = createWriter({
    title: `Security risk assessment of ${organization.name}, ${day(assessment.assessedAt)}`,
    author: 'Sentrywell',
    createdAt: now,
  });
  const byRank = policies.toSorted((one, other) => rankOf(other.verdict) - rankOf(one.verdict));
  const findings = inOrderOfMending(policies.filter(isFinding), (policy) => policy);
  writeFront(writer, input);
  const open = findings.filter(({ exception }) => exception === null);
  const accepted = findings.filter(({ exception }) => exception !== null);
  await writeFindings(writer, 'Findings, worst first', { findings: open, hipaaTitles });
  await writeFindings(writer, 'Accepted findings', { findings: accepted, hipaaTitles });
  await writeRowlessExceptions(writer, rowlessExceptions);
  await writeList(
    writer,
    'Settings that meet the best practice',
    byRank.filter(({ verdict }) => verdict === 'compliant'),
  );
  await writeList(
    writer,
    'Settings that do not count',
    byRank.filter(({ verdict }) => !isFailing(verdict) && verdict !== 'compliant'),
  );
  return writer.finish((page, pages) => [
    `Security risk assessment · ${utcMinute(assessment.assessedAt)} · ${organization.name}`,
    `Page ${page} of ${pages}`,
  ]);
}

function writeFront(writer: Writer, { organization, assessment, now }: ReportInput): void {
  const facts: readonly (readonly [string, string])[] = [
    ['Organization', `${organization.name} (ID ${assessment.organizationId})`],
    ['Domain', organization.domainName],
    ['Assessed', utcMinute(assessment.assessedAt)],
    ['Run by', assessment.assessedBy],
    ['Google account', assessment.account],
    [
      'Catalogue',
      `Version ${catalogueName(assessment)}, ${assessment.includesTier2 ? 'tiers 1 and 2' : 'tier 1 (the default set)'}`,
    ],
    ['Report made', utcMinute(now.toISOString())],
  ];
  const inTable = writer.table();
  writer.keepTogether([
    writer.text('Security Risk Assessment', title),
    writer.text(`Google Workspace settings compared with best practice.${editionsOf(assessment)}`, small),
    writer.gap(10),
    ...facts.map(([name, value]) => inTable(pair(writer, name, value, { ...plain, ...cell }))),
    writer.gap(14),
    summary(writer, assessment),
    writer.gap(9),
    writer.text(
      'The score is the sum of the policy scores (compliant 1, partial 0.5, non-compliant 0) divided by the number of policies that count, times 100. Accepted findings are those that are accepted when the report is made; they count like all others. Settings that could not be read, are not licensed or have no best practice do not count. Google names units and groups by id alone.',
      small,
    ),
    writer.gap(12),
  ]);
}

const cited: readonly string[] = ['scuba', 'cis'];

/** Which editions the numbers beside the findings are of. Of another catalogue than the present one that is not known. */
function editionsOf({ catalogueVersion }: Assessment): string {
  const editions = cited.flatMap((name) => benchmarks[name] ?? []);
  return catalogueVersion === catalogue.version
    ? ` The numbers beside a finding are those of ${editions.join('; ')}.`
    : '';
}

function summary(writer: Writer, assessment: Assessment): Piece {
  const { counts, accepted } = assessment;
  const score = scoreOf(assessment);
  const { x, width } = writer.body;
  const cells: readonly (readonly [string, string, string])[] = [
    [score === null ? '--' : `${score.toFixed(1)}%`, 'Score', ink],
    [String(counts['non-compliant']), 'Non-compliant', verdicts['non-compliant'].color],
    [String(counts.partial), 'Partial', verdicts.partial.color],
    [String(counts.compliant), 'Compliant', verdicts.compliant.color],
    [String(accepted), 'Accepted', ink],
    [String(counts.unreadable + counts['not-licensed'] + counts['not-assessed']), 'Not counted', muted],
  ];
  const cellWidth = width / cells.length;
  const pieces = cells.map(([figure, name, color], index) => {
    const box = { x: x + index * cellWidth + 10, width: cellWidth - 12 };
    return writer.stack([
      writer.gap(9),
      writer.text(figure, { size: 17, weight: 700, color }, box),
      writer.text(name, label, box),
      writer.gap(9),
    ]);
  });
  return writer.panel(tint, writer.row(pieces));
}

/** What is said below a setting. */
function notesOf(policy: ShownPolicy): string {
  const idle = policy.idleException === null ? [] : exceptionWords(policy);
  return [...(policy.note === undefined ? [] : [policy.note]), ...idle].join(' ');
}

async function writeList(writer: Writer, name: string, policies: readonly ShownPolicy[]): Promise<void> {
  const boxes = besideVerdict(writer.body);
  const inTable = writer.table();
  const hasNotes = policies.some((policy) => notesOf(policy) !== '');
  for (const [index, policy] of policies.entries()) {
    await breathe(index);
    const head =
      index === 0
        ? [writer.text(`${name} (${policies.length})`, heading), writer.gap(6), writer.line(rule), writer.gap(5)]
        : [];
    const { name: verdictName, color } = verdicts[policy.verdict];
    const about = writer.row([
      writer.text(`${policy.title} · ${placeName(policy.target)}`, { ...plain, ...rowHeader }, boxes.name),
      writer.text(verdictName, { ...plain, ...cell, color }, boxes.verdict),
    ]);
    // Every row of the table has as many cells.
    const note = hasNotes ? [writer.text(notesOf(policy), { ...small, ...cell }, boxes.name)] : [];
    writer.keepTogether([...head, inTable(writer.stack([about, ...note])), writer.gap(3)]);
  }
  if (policies.length > 0) {
    writer.keepTogether([writer.gap(14)]);
  }
}
