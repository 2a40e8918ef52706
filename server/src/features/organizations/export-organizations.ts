import { Readable } from 'node:stream';
import { reachableIds } from '@sentrywell/contract/access.ts';
import { Download } from '../../kernel/answers.ts';
import { audit } from '../../kernel/audit.ts';
import { csvHead, csvLine } from '../../kernel/csv.ts';
import type { Enter } from '../../kernel/route.ts';
import { type ListedRow, listOrganizationsPage } from './queries.ts';

const pageSize = 1_000;
const header = [
  'Customer Name',
  'Domain',
  'MSP ID',
  'Status',
  'Compliance Score',
  'Change of Score (points)',
  'Last Assessment',
  'Created At',
  'Updated At',
];

type EnterMsp = Enter<{ readonly kind: 'msp'; readonly roles: readonly [] }>;

/** The list as a file, written page by page: no transaction and no more than a page is held meanwhile. */
export async function exportOrganizations(enter: EnterMsp, search: string): Promise<Download> {
  await enter(async (db) => {
    audit(db, {
      category: 'Organization',
      log: search === '' ? 'Exported the list of organizations' : `Exported the organizations found for "${search}"`,
    });
  });
  return new Download('text/csv; charset=utf-8', 'organizations.csv', Readable.from(linesOf(enter, search)));
}

async function* linesOf(enter: EnterMsp, search: string): AsyncGenerator<string> {
  yield csvHead(header);
  let after: ListedRow | undefined;
  for (let more = true; more; ) {
    const rows: ListedRow[] = await enter((db, actor) =>
      listOrganizationsPage(db, { reach: reachableIds(actor), search, after, size: pageSize }),
    );
    yield rows.map(lineOf).join('');
    after = rows.at(-1);
    more = rows.length === pageSize;
  }
}

function lineOf(row: ListedRow): string {
  const { name, domainName, mspId, status, score, scoreBefore, assessedAt, createdAt, updatedAt } = row;
  // Scores have one decimal, and so has what lies between them.
  const change = score === null || scoreBefore === null ? null : Number((score - scoreBefore).toFixed(1));
  return csvLine([name, domainName, mspId, status, score, change, assessedAt, createdAt, updatedAt]);
}
