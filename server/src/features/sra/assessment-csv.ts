import { type MatrixCellMeaning, matrixCells } from '@sentrywell/contract/assessment-matrix.ts';
import { rulesText } from '@sentrywell/contract/assessment-rules.ts';
import { scoreOf } from '@sentrywell/contract/assessment-score.ts';
import { explained, placeName } from '@sentrywell/contract/setting-words.ts';
import type { AssessmentException, ShownPolicy } from '@sentrywell/contract/assessment.ts';
import { isFinding } from '@sentrywell/contract/finding-order.ts';
import type { ShownMatrix } from '@sentrywell/contract/matrix-filter.ts';
import { csvHead, csvLine } from '../../kernel/csv.ts';
import { utcMinute } from '../../kernel/utc-minute.ts';
import { catalogue } from './catalogue.ts';
import { exceptionWords, rowlessWords } from './exception-words.ts';
import type { ReportedAssessment } from './find-assessment.ts';

const columns = [
  'Area',
  'Setting',
  'Setting type',
  'Organization Unit or group',
  'Verdict',
  'Key',
  'Is',
  'Should be',
  'Remedy',
  'SCuBA',
  'CIS',
  'HIPAA',
  'Finding',
  'Accepted until',
  'Exception',
  'Reason',
  'Done instead',
  'Note',
  'Organization',
  'Domain',
  'Google account',
  'Assessed at',
  'Run by',
  'Score',
  'Catalogue',
  'Exported at',
] as const;

type CsvInput = ReportedAssessment & {
  readonly organization: { readonly name: string; readonly domainName: string };
  readonly now: Date;
};

/**
 * One line per key of each row, so that a spreadsheet can filter Is and Should be; a row without keys is one line, and so is an exception
 * without a row. Each line says of which assessment it is: a file can be renamed, and lines of several are put into one sheet.
 */
export function assessmentCsv({ policies, rowlessExceptions, ...about }: CsvInput): string {
  const origin = originOf(about);
  const lines = policies.flatMap((policy) => {
    const { area, title, setting, target, verdict, bestPractice, remedy, scuba, cis, hipaa, exception, note } = policy;
    const keys = Object.keys(setting.value);
    return (keys.length === 0 ? [''] : keys).map((key) =>
      csvLine([
        area,
        title,
        setting.type,
        placeName(target),
        verdict,
        key,
        key === '' ? '' : explained(setting.value[key]),
        Object.hasOwn(bestPractice, key) ? explained(bestPractice[key]) : '',
        remedy,
        scuba.join('; '),
        cis.join('; '),
        hipaa.join('; '),
        findingWords(policy),
        exception === null ? '' : utcMinute(exception.expiresAt),
        exceptionWords(policy).join(' '),
        ...reasonsOf(policy.exception ?? policy.idleException ?? policy.expired),
        note ?? '',
        ...origin,
      ]),
    );
  });
  const rowless = rowlessExceptions.map((exception) => csvLine([...rowlessCells(exception), ...origin]));
  return csvHead(columns) + lines.join('') + rowless.join('');
}

/** The last cells of every line. */
function originOf({ organization, assessment, now }: Omit<CsvInput, 'policies' | 'rowlessExceptions'>) {
  return [
    organization.name,
    organization.domainName,
    assessment.account,
    utcMinute(assessment.assessedAt),
    assessment.assessedBy,
    scoreOf(assessment),
    rulesText(assessment),
    utcMinute(now.toISOString()),
  ] as const;
}

function reasonsOf(exception: AssessmentException | null): readonly string[] {
  return exception === null ? ['', ''] : [exception.reason, exception.compensatingMeasure];
}

/** The cells of an exception without a row, up to those of every line. */
function rowlessCells(exception: AssessmentException): readonly string[] {
  const { title, settingType, target } = exception;
  const about: Partial<Record<(typeof columns)[number], string>> = {
    Area: catalogue.find(settingType)?.area ?? '',
    Setting: title,
    'Setting type': settingType,
    'Organization Unit or group': placeName(target),
    Exception: rowlessWords(exception).join(' '),
    Reason: exception.reason,
    'Done instead': exception.compensatingMeasure,
  };
  return columns.slice(0, columns.indexOf('Organization')).map((column) => about[column] ?? '');
}

/** Whether the row is counted among the open findings, apart from them, or not at all. */
function findingWords(policy: ShownPolicy): string {
  if (!isFinding(policy)) {
    return '';
  }
  return `${policy.exception === null ? 'open' : 'accepted'}${policy.stillOpen ? ', could not be read' : ''}`;
}

function isCell(letter: string): letter is keyof typeof matrixCells {
  return Object.hasOwn(matrixCells, letter);
}

function wordOf(letter: string): string {
  if (!isCell(letter)) {
    return '';
  }
  const { verdict, accepted, stillOpen }: MatrixCellMeaning = matrixCells[letter];
  return accepted ? `${verdict} (accepted)` : stillOpen === true ? `${verdict} (still open)` : verdict;
}

/** One line per organization, one column per setting, in the order of the page. */
export function matrixCsv({ settings, organizations }: ShownMatrix): string {
  const head = csvHead([
    'Organization',
    'Domain',
    'Assessed at',
    'Score',
    'Catalogue',
    ...settings.map(({ title }) => title),
  ]);
  const lines = organizations.map(({ name, domainName, assessedAt, score, judgedBy, cells }) => {
    const catalogue = judgedBy ? rulesText(judgedBy) : '';
    const verdicts = settings.map(({ index }) => wordOf(cells.charAt(index)));
    return csvLine([name, domainName, assessedAt, score, catalogue, ...verdicts]);
  });
  return head + lines.join('');
}
