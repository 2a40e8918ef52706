import type { AssessmentMatrix } from '@sentrywell/contract/assessment-matrix.ts';
import { filterMatrix, type MatrixFilter, type ShownMatrix } from '@sentrywell/contract/matrix-filter.ts';
import { Download } from '../../kernel/answers.ts';
import { audit } from '../../kernel/audit.ts';
import { counted } from '../../kernel/counted.ts';
import type { MspDb } from '../../kernel/tenant.ts';
import { matrixCsv } from './assessment-csv.ts';
import { findAssessmentMatrix } from './matrix.ts';

/** What the filters leave of the matrix, as the page shows it: as a file. */
export async function exportMatrix(db: MspDb, filter: MatrixFilter, now: Date): Promise<Download> {
  const matrix = await findAssessmentMatrix(db, now);
  const shown = filterMatrix(matrix, filter);
  audit(db, { category: 'Assessments', log: `Exported the assessments of ${partOf(matrix, shown)} as CSV` });
  const name = `assessments-${now.toISOString().slice(0, 10)}.csv`;
  return new Download('text/csv; charset=utf-8', name, matrixCsv(shown));
}

function partOf(matrix: AssessmentMatrix, { settings, organizations }: ShownMatrix): string {
  const all = matrix.organizations.length;
  const whose =
    organizations.length === all
      ? 'all organizations'
      : `${organizations.length} of ${counted(all, 'organization', 'organizations')}`;
  return settings.length === matrix.settings.length
    ? whose
    : `${whose} for ${settings.length} of ${counted(matrix.settings.length, 'setting', 'settings')}`;
}
