import { setImmediate } from 'node:timers/promises';
import type { Assessment, ShownPolicy, Verdict } from '@sentrywell/contract/assessment.ts';
import type { OpenedAssessment } from './find-assessment.ts';
import { isFailing, rankOf } from './findings.ts';
import type { Style } from './report-pen.ts';
import { createWriter, type Piece, type Writer } from './report-writer.ts';
import { lastSegment, sectionTitle, shownValue } from './shown-values.ts';

export type ReportInput = OpenedAssessment & {
  readonly organization: { readonly name: string; readonly domainName: string };
  readonly now: Date;
  /** Citation of the HIPAA Security Rule → its short title. */
  readonly hipaaTitles: Readonly<Record<string, string>>;
};

const ink = '#1a2230';
const muted = '#5b6472';
const rule = '#d5dae2';
const tint = '#f1f4f8';
const title: Style = { size: 22, weight: 700, color: ink };
const heading: Style = { size: 14, weight: 700, color: ink };
const strong: Style = { size: 10, weight: 600, color: ink };
const plain: Style = { size: 9.5, weight: 400, color: ink };
const small: Style = { size: 8.5, weight: 400, color: muted };
const cited: Style = { size: 8.5, weight: 400, color: ink };
const label: Style = { size: 8.5, weight: 600, color: muted };

const verdicts: Readonly<Record<Verdict, { readonly name: string; readonly color: string }>> = {
  'non-compliant': { name: 'Non-compliant', color: '#a61b29' },
  partial: { name: 'Partial', color: '#8a5200' },
  compliant: { name: 'Compliant', color: '#17693a' },
  unreadable: { name: 'Unreadable', color: muted },
  'not-licensed': { name: 'Not licensed', color: muted },
  'not-assessed': { name: 'Not assessed', color: muted },
};
const longestValue = 400;
const verdictWidth = 88;

/** The assessment as a report to print and file: what was found, worst first, what to do, and by which sources. */
export async function assessmentReport(input: ReportInput): Promise<Buffer> {
  const { organization, assessment, policies, now } = input;
  const writer = createWriter({
    title: `Security risk assessment ${assessment.id} of ${organization.name}`,
    author: 'Sentrywell',
    createdAt: now,
  });
  const byRank = policies.toSorted((one, other) => rankOf(other.verdict) - rankOf(one.verdict));
  const findings = byRank.filter(({ verdict }) => isFailing(verdict));
  writeFront(writer, input);
  await writeFindings(
    writer,
    'Findings, worst first',
    findings.filter(({ exception }) => exception === null),
    input,
  );
  await writeFindings(
    writer,
    'Accepted findings',
    findings.filter(({ exception }) => exception !== null),
    input,
  );
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
    `Security risk assessment ${assessment.id} · ${day(assessment.assessedAt)} · ${organization.name}`,
    `Page ${page} of ${pages}`,
  ]);
}

/** Lets other requests in between: a long report takes some hundred milliseconds. */
async function breathe(index: number): Promise<void> {
  if (index % 8 === 7) {
    await setImmediate();
  }
}

function day(instant: string): string {
  return instant.slice(0, 10);
}

function moment(instant: string): string {
  return `${day(instant)} ${instant.slice(11, 16)} UTC`;
}

function writeFront(writer: Writer, { organization, assessment }: ReportInput): void {
  const facts: readonly (readonly [string, string])[] = [
    ['Organization', `${organization.name} (ID ${assessment.organizationId})`],
    ['Domain', organization.domainName],
    ['Assessment', `No. ${assessment.id} of ${moment(assessment.assessedAt)}`],
    ['Run by', assessment.assessedBy],
    ['Google account', assessment.account],
    [
      'Catalogue',
      `Version ${assessment.catalogueVersion}, ${assessment.includesTier2 ? 'tiers 1 and 2' : 'tier 1 (the default set)'}`,
    ],
  ];
  writer.keepTogether([
    writer.text('Security Risk Assessment', title),
    writer.text('Google Workspace settings compared with best practice', { ...plain, color: muted }),
    writer.gap(14),
    ...facts.map(([name, value]) => pair(writer, name, value)),
    writer.gap(14),
    summary(writer, assessment),
    writer.gap(10),
    writer.text(
      'The score is the sum of the policy scores (compliant 1, partial 0.5, non-compliant 0) divided by the number of policies that count, times 100. Accepted findings are counted like all others. Settings that could not be read, are not licensed or have no best practice do not count.',
      small,
    ),
    writer.gap(18),
  ]);
}

const labelWidth = 104;

function pair(writer: Writer, name: string, value: string, style: Style = plain): Piece {
  const { x, width } = writer.body;
  return writer.row([
    writer.text(name, { ...label, size: style.size }, { x, width: labelWidth - 8 }),
    writer.text(value, style, { x: x + labelWidth, width: width - labelWidth }),
  ]);
}

function summary(writer: Writer, { score, counts, accepted }: Assessment): Piece {
  const { x, width } = writer.body;
  const cells: readonly (readonly [string, string, string])[] = [
    [`${score.toFixed(1)}%`, 'Score', ink],
    [String(counts['non-compliant']), 'Non-compliant', verdicts['non-compliant'].color],
    [String(counts.partial), 'Partial', verdicts.partial.color],
    [String(counts.compliant), 'Compliant', verdicts.compliant.color],
    [String(accepted), 'Accepted', ink],
    [String(counts.unreadable + counts['not-licensed'] + counts['not-assessed']), 'Not counted', muted],
  ];
  const cellWidth = width / cells.length;
  const pieces = cells.map(([figure, name, color], index): Piece => {
    const box = { x: x + index * cellWidth + 10, width: cellWidth - 12 };
    const top = writer.text(figure, { size: 17, weight: 700, color }, box);
    const below = writer.text(name, label, box);
    return {
      height: top.height + below.height + 18,
      draw: (y) => {
        top.draw(y + 9);
        below.draw(y + 9 + top.height);
      },
    };
  });
  return writer.panel(tint, writer.row(pieces));
}

async function writeFindings(
  writer: Writer,
  name: string,
  findings: readonly ShownPolicy[],
  input: Pick<ReportInput, 'hipaaTitles'>,
): Promise<void> {
  for (const [index, finding] of findings.entries()) {
    await breathe(index);
    const head =
      index === 0
        ? [writer.text(`${name} (${findings.length})`, heading), writer.gap(8), writer.line(rule), writer.gap(8)]
        : [];
    writer.keepTogether([
      ...head,
      ...findingPieces(writer, finding, input),
      writer.gap(9),
      writer.line(rule),
      writer.gap(9),
    ]);
  }
  if (findings.length > 0) {
    writer.keepTogether([writer.gap(8)]);
  }
}

function findingPieces(
  writer: Writer,
  finding: ShownPolicy,
  { hipaaTitles }: Pick<ReportInput, 'hipaaTitles'>,
): Piece[] {
  const { x, width } = writer.body;
  const { name, color } = verdicts[finding.verdict];
  const place = finding.policyQuery.group === undefined ? 'Organizational unit' : 'Group';
  const steps = finding.remedy === '' ? [] : finding.remedy.split(', ');
  return [
    writer.row([
      writer.text(finding.title, { ...strong, size: 11 }, { x, width: width - verdictWidth - 12 }),
      writer.text(name, { ...strong, size: 11, color }, { x: x + width - verdictWidth, width: verdictWidth }),
    ]),
    writer.text(`${sectionTitle(finding.area)} · ${place}: ${lastSegment(finding.target)}`, small),
    writer.gap(4),
    ...values(writer, finding),
    ...(steps.length === 0
      ? []
      : [
          writer.gap(3),
          ...steps.map((step, index) => pair(writer, index === 0 ? 'What to do' : '', `${index + 1}. ${step}`)),
        ]),
    writer.gap(3),
    ...sources(writer, finding, hipaaTitles),
    ...exceptionPieces(writer, finding),
  ];
}

function values(writer: Writer, { setting, bestPractice }: ShownPolicy): Piece[] {
  const { x, width } = writer.body;
  const nameWidth = 156;
  const valueWidth = (width - nameWidth) / 2;
  const columns = [
    { x, width: nameWidth - 10 },
    { x: x + nameWidth, width: valueWidth - 10 },
    { x: x + nameWidth + valueWidth, width: valueWidth - 4 },
  ];
  const row = (cells: readonly string[], style: Style): Piece =>
    writer.row(cells.map((cell, index) => writer.text(cell, style, columns[index])));
  return [
    row(['Setting', 'Is', 'Should be'], label),
    ...Object.entries(setting.value).map(([name, is]) =>
      row([name, shortened(shownValue(is)), shortened(shownValue(bestPractice[name]))], plain),
    ),
  ];
}

function shortened(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

function sources(writer: Writer, { scuba, cis, hipaa }: ShownPolicy, hipaaTitles: ReportInput['hipaaTitles']): Piece[] {
  const lines: (readonly [string, string])[] = [];
  if (scuba.length > 0) {
    lines.push(['CISA SCuBA', scuba.join(', ')]);
  }
  if (cis.length > 0) {
    lines.push(['CIS Benchmark', cis.join(', ')]);
  }
  if (hipaa.length > 0) {
    const citations = hipaa.map((citation) => {
      const short = hipaaTitles[citation];
      return short === undefined ? citation : `${citation} ${short}`;
    });
    lines.push(['HIPAA 45 CFR', citations.join('; ')]);
  }
  return lines.map(([name, value]) => pair(writer, name, value, cited));
}

function exceptionPieces(writer: Writer, { exception }: ShownPolicy): Piece[] {
  if (exception === null) {
    return [];
  }
  const { acceptedBy, createdAt, expiresAt, reason, compensatingMeasure } = exception;
  return [
    writer.gap(3),
    pair(writer, 'Accepted', `by ${acceptedBy} on ${day(createdAt)}, until ${day(expiresAt)}`),
    pair(writer, 'Reason', reason),
    pair(writer, 'Done instead', compensatingMeasure),
  ];
}

async function writeList(writer: Writer, name: string, policies: readonly ShownPolicy[]): Promise<void> {
  const { x, width } = writer.body;
  for (const [index, policy] of policies.entries()) {
    await breathe(index);
    const head =
      index === 0
        ? [writer.text(`${name} (${policies.length})`, heading), writer.gap(6), writer.line(rule), writer.gap(5)]
        : [];
    const { name: verdictName, color } = verdicts[policy.verdict];
    const note =
      policy.note === undefined ? [] : [writer.text(policy.note, small, { x, width: width - verdictWidth - 12 })];
    writer.keepTogether([
      ...head,
      writer.row([
        writer.text(`${policy.title} · ${lastSegment(policy.target)}`, plain, { x, width: width - verdictWidth - 12 }),
        writer.text(verdictName, { ...small, color }, { x: x + width - verdictWidth, width: verdictWidth }),
      ]),
      ...note,
      writer.gap(3),
    ]);
  }
  if (policies.length > 0) {
    writer.keepTogether([writer.gap(14)]);
  }
}
