import type { BilledOrganization } from '@sentrywell/contract/billing.ts';
import { Download } from '../../kernel/answers.ts';
import { audit } from '../../kernel/audit.ts';
import { csvHead, csvLine } from '../../kernel/csv.ts';
import type { MspDb } from '../../kernel/tenant.ts';
import { listBilledOrganizations } from './find-msp-billing.ts';

const header = [
  'Customer Name',
  'Domain',
  'Status',
  'Monthly Fee (USD)',
  'In Force From',
  'Next Fee (USD)',
  'Next Fee From',
];

function amount(cents: number | undefined): string {
  return cents === undefined ? '' : (cents / 100).toFixed(2);
}

function lineOf({ name, domainName, status, fee, next }: BilledOrganization): string {
  return csvLine([
    name,
    domainName,
    status,
    amount(fee?.monthlyCents),
    fee?.startsOn ?? '',
    amount(next?.monthlyCents),
    next?.startsOn ?? '',
  ]);
}

export async function exportBilling(db: MspDb, now: Date): Promise<Download> {
  const organizations = await listBilledOrganizations(db, now);
  audit(db, { category: 'Organization', log: 'Exported the monthly fees of the organizations' });
  return new Download(
    'text/csv; charset=utf-8',
    'billing.csv',
    [csvHead(header), ...organizations.map(lineOf)].join(''),
  );
}
