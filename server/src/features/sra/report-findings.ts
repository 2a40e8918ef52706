import type { AssessmentException, ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { stillOpenWords } from '@sentrywell/contract/finding-order.ts';
import { explained, placeName, sectionTitle, shownName, stepsOf } from '@sentrywell/contract/setting-words.ts';
import { acceptedWords, laterWords } from './exception-words.ts';
import {
  besideVerdict,
  breathe,
  cell,
  cited,
  columnHeader,
  heading,
  label,
  muted,
  pair,
  plain,
  rowHeader,
  rule,
  small,
  strong,
  verdicts,
} from './report-looks.ts';
import type { Style } from './report-pen.ts';
import type { Piece, Writer } from './report-writer.ts';
import { isSameJson } from './score.ts';

/** Citation of the HIPAA Security Rule → its short title. */
export type HipaaTitles = Readonly<Record<string, string>>;

const longestValue = 400;

/** A chapter of findings: of each what is wrong, what to do, and who says so. */
export async function writeFindings(
  writer: Writer,
  name: string,
  { findings, hipaaTitles }: { readonly findings: readonly ShownPolicy[]; readonly hipaaTitles: HipaaTitles },
): Promise<void> {
  for (const [index, finding] of findings.entries()) {
    await breathe(index);
    const head =
      index === 0
        ? [writer.text(`${name} (${findings.length})`, heading), writer.gap(8), writer.line(rule), writer.gap(8)]
        : [];
    writer.keepBlocks(
      [
        [...head, ...titleOf(writer, finding), ...values(writer, finding), ...notePieces(writer, finding)],
        [
          ...steps(writer, finding),
          ...sources(writer, finding, hipaaTitles),
          ...exceptionPieces(writer, finding),
          writer.gap(9),
          writer.line(rule),
          writer.gap(9),
        ],
      ],
      [writer.text(`${finding.title}, continued`, small), writer.gap(4)],
    );
  }
  if (findings.length > 0) {
    writer.keepTogether([writer.gap(8)]);
  }
}

function titleOf(writer: Writer, { title, area, verdict, target }: ShownPolicy): Piece[] {
  const { name, color } = verdicts[verdict];
  const boxes = besideVerdict(writer.body);
  return [
    writer.row([
      writer.text(title, { ...strong, size: 11, tag: 'H3' }, boxes.name),
      writer.text(name, { ...strong, size: 11, color }, boxes.verdict),
    ]),
    writer.text(`${sectionTitle(area)} · ${placeName(target)}`, small),
    writer.gap(4),
  ];
}

const nameWidth = 196;
type Tag = Pick<Style, 'tag' | 'scope'>;

/** Is and should be of every value, those that are wrong first; the others are paler. */
function values(writer: Writer, { setting, bestPractice }: ShownPolicy): Piece[] {
  const { x, width } = writer.body;
  const valueWidth = (width - nameWidth) / 2;
  const columns = [
    { x, width: nameWidth - 10 },
    { x: x + nameWidth, width: valueWidth - 10 },
    { x: x + nameWidth + valueWidth, width: valueWidth },
  ];
  const inTable = writer.table();
  const row = (texts: readonly string[], style: Style, first: Tag, other: Tag): Piece =>
    inTable(
      writer.row(
        texts.map((text, index) => writer.text(text, { ...style, ...(index === 0 ? first : other) }, columns[index])),
      ),
    );
  const judged = Object.entries(setting.value).map(([name, is]) => {
    const isRight = !Object.hasOwn(bestPractice, name) || isSameJson(is, bestPractice[name]);
    return { cells: [shownName(name), shortened(is), shortened(bestPractice[name])], isRight };
  });
  return [
    row(['Setting', 'Is', 'Should be'], label, columnHeader, columnHeader),
    ...judged
      .toSorted((one, other) => Number(one.isRight) - Number(other.isRight))
      .map(({ cells, isRight }) => row(cells, isRight ? { ...plain, color: muted } : plain, rowHeader, cell)),
  ];
}

function notePieces(writer: Writer, { note, about, stillOpen }: ShownPolicy): Piece[] {
  const notes = [stillOpen ? stillOpenWords : undefined, note, about].filter((one) => one !== undefined);
  return notes.flatMap((one) => [writer.gap(3), pair(writer, 'Note', one)]);
}

function shortened(value: unknown): string {
  const text = explained(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

function steps(writer: Writer, { remedy }: ShownPolicy): Piece[] {
  const lines = stepsOf(remedy).map((step, index) =>
    pair(writer, index === 0 ? 'What to do' : '', `${index + 1}. ${step}`),
  );
  return lines.length === 0 ? [] : [writer.gap(3), ...lines];
}

function sources(writer: Writer, { scuba, cis, hipaa }: ShownPolicy, hipaaTitles: HipaaTitles): Piece[] {
  const citations = hipaa.map((citation) => {
    const short = hipaaTitles[citation];
    return short === undefined ? citation : `${citation} ${short}`;
  });
  const lines: readonly (readonly [string, string])[] = [
    ['CISA SCuBA', scuba.join(', ')],
    ['CIS Benchmark', cis.join(', ')],
    ['HIPAA 45 CFR', citations.join('; ')],
  ];
  return [
    writer.gap(3),
    ...lines.filter(([, value]) => value !== '').map(([name, value]) => pair(writer, name, value, cited)),
  ];
}

function exceptionPieces(writer: Writer, { exception, expired }: ShownPolicy): Piece[] {
  const known = exception ?? expired;
  if (known === null) {
    return [];
  }
  return acceptancePieces(writer, exception === null ? 'Was accepted' : 'Accepted', known);
}

function acceptancePieces(writer: Writer, name: string, exception: AssessmentException): Piece[] {
  return [
    writer.gap(3),
    pair(writer, name, acceptedWords(exception)),
    ...laterWords(exception).map((words) => pair(writer, '', words)),
    pair(writer, 'Reason', exception.reason),
    pair(writer, 'Done instead', exception.compensatingMeasure),
  ];
}

const rowlessAbout =
  'These exceptions are in force although nothing of their setting and place stands in this assessment: a finding that comes back is accepted at once.';

/** A chapter of exceptions whose finding has no row. */
export async function writeRowlessExceptions(
  writer: Writer,
  exceptions: readonly AssessmentException[],
): Promise<void> {
  for (const [index, exception] of exceptions.entries()) {
    await breathe(index);
    const name = `Exceptions without a finding here (${exceptions.length})`;
    const head =
      index === 0
        ? [
            writer.text(name, heading),
            writer.gap(6),
            writer.text(rowlessAbout, small),
            writer.gap(6),
            writer.line(rule),
            writer.gap(8),
          ]
        : [];
    writer.keepTogether([
      ...head,
      writer.text(exception.title, { ...strong, size: 11, tag: 'H3' }),
      writer.text(placeName(exception.target), small),
      ...acceptancePieces(writer, 'Accepted', exception),
      writer.gap(9),
      writer.line(rule),
      writer.gap(9),
    ]);
  }
}
