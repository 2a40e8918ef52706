import type { ListedOrganization } from '@sentrywell/contract/organizations.ts';
import { DateText } from '../../ui/DateText.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import type { Column } from '../../ui/table-types.ts';
import { OrganizationStatus } from '../../ui/OrganizationStatus.tsx';
import { ScoreChange } from './ScoreChange.tsx';
import { ScoreText } from './ScoreText.tsx';

/** One line wherever its letters are as wide as usual; a narrow table of wider ones would not fit its window. */
const dateWidth = 'sm:w-26 md:w-28 xl:w-30 2xl:w-auto';

/**
 * The columns of specification §2, at every width, and what a technician with forty clinics looks for besides: status, and where
 * there is room score and last assessment.
 */
export const organizationColumns: ReadonlyArray<Column<ListedOrganization>> = [
  {
    key: 'name',
    header: 'Customer Name',
    onPhone: 'name',
    width: 'min-w-28 md:min-w-40',
    cell: ({ name }) => name,
    sortBy: ({ name }) => name.toLocaleLowerCase(),
  },
  {
    key: 'domain',
    header: 'Domain',
    // Room for the longest part of most domains, which would otherwise break within it; less where other columns need it.
    width: 'md:max-xl:w-[21%]',
    cell: ({ domainName }) => <DomainText domain={domainName} />,
    sortBy: ({ domainName }) => domainName,
  },
  {
    key: 'mspId',
    header: 'MSP ID',
    // Words alone: as a badge it takes the room that domains need where the window is 1280 px wide.
    cell: ({ mspId }) => mspId ?? <span className="text-[0.8125rem] text-ink-soft">Independent</span>,
    sortBy: ({ mspId }) => mspId,
  },
  {
    key: 'status',
    header: 'Status',
    onPhone: 'side',
    cell: ({ status, score, scoreBefore }) => (
      <>
        <OrganizationStatus status={status} />
        {score !== null && (
          // Where there is no room for the column of the score, a tablet and a sheet of paper among them.
          <span className="hidden text-xs whitespace-nowrap sm:max-xl:block">
            <ScoreText score={score} isAssessed /> <ScoreChange score={score} before={scoreBefore} />
          </span>
        )}
      </>
    ),
    sortBy: ({ status }) => status,
  },
  {
    key: 'score',
    header: 'Score',
    isSpare: true,
    onPhone: 'fold',
    align: 'end',
    cell: ({ score, scoreBefore, assessedAt }) => (
      <>
        <ScoreText score={score} isAssessed={assessedAt !== null} />
        <span className="block">
          <ScoreChange score={score} before={scoreBefore} />
        </span>
      </>
    ),
    sortBy: ({ score }) => score,
  },
  {
    key: 'assessedAt',
    header: 'Last assessed',
    isSpare: true,
    onPhone: 'fold',
    cell: ({ assessedAt }) => <DateText value={assessedAt} absent="Not assessed" />,
    sortBy: ({ assessedAt }) => assessedAt,
  },
  {
    key: 'createdAt',
    header: 'Created At',
    width: dateWidth,
    cell: ({ createdAt }) => <DateText value={createdAt} wraps />,
    sortBy: ({ createdAt }) => createdAt,
  },
  {
    key: 'updatedAt',
    header: 'Updated At',
    width: dateWidth,
    cell: ({ updatedAt }) => <DateText value={updatedAt} wraps />,
    sortBy: ({ updatedAt }) => updatedAt,
  },
];
