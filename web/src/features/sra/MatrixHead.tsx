import { nothingJudged } from '@sentrywell/contract/assessment-score.ts';
import type { MatrixOrganization } from '@sentrywell/contract/matrix-filter.ts';
import { memo } from 'react';
import { join } from '../../ui/join.ts';
import type { Spot } from './matrix-view.ts';
import { scoreWords } from './verdicts.ts';
import { idOf } from './use-grid-focus.ts';

type Props = {
  readonly organizations: readonly MatrixOrganization[];
  /** The columns that are drawn. */
  readonly columns: readonly number[];
  readonly height: number;
  readonly spot: Spot;
};

const scoreColours = {
  good: 'text-good-ink',
  warning: 'text-warning-ink',
  bad: 'text-bad-ink',
  neutral: 'text-ink-soft',
};

/** The organizations, the worst first: name upright, score below. */
export function MatrixHead({ organizations, columns, height, spot }: Props) {
  return (
    <thead>
      <tr aria-rowindex={1} style={{ height }}>
        <th
          scope="col"
          aria-colindex={1}
          className="sticky top-0 left-0 z-20 border-r border-b border-line bg-sunken px-4 pb-3 text-left align-bottom text-[0.8125rem] font-semibold text-ink-soft"
        >
          Setting
        </th>
        <td aria-hidden="true" className="sticky top-0 z-10 border-b border-line bg-sunken p-0" />
        {columns.map((index) => {
          const organization = organizations[index];
          return (
            organization !== undefined && (
              <HeadCell
                key={organization.id}
                organization={organization}
                column={index}
                isHere={spot.column === index}
                isTabStop={spot.column === index && spot.row === 0}
              />
            )
          );
        })}
        <td aria-hidden="true" className="sticky top-0 z-10 border-b border-line bg-sunken p-0" />
      </tr>
    </thead>
  );
}

type CellProps = {
  readonly organization: MatrixOrganization;
  readonly column: number;
  readonly isHere: boolean;
  readonly isTabStop: boolean;
};

const HeadCell = memo(function HeadCell({ organization, column, isHere, isTabStop }: CellProps) {
  const { id, name, score, assessmentId } = organization;
  const { tone } = scoreWords(score);
  const shownScore = score === null ? '--' : score.toFixed(1);
  const missing = assessmentId === null ? 'not assessed' : nothingJudged.toLowerCase();
  const says = `${name} ${score === null ? missing : `${shownScore}%`}`;
  return (
    <th
      scope="col"
      aria-colindex={column + 2}
      className={join(
        'sticky top-0 z-10 border-b border-line bg-sunken p-0 align-bottom font-medium',
        isHere && 'group-focus-within/grid:bg-primary-tint',
      )}
    >
      <a
        id={idOf({ row: 0, column })}
        href={`/org/${id}/sra`}
        aria-label={says}
        title={says}
        tabIndex={isTabStop ? 0 : -1}
        className="flex h-54 flex-col items-center justify-end gap-2 pt-3 pb-2 text-[0.8125rem] hover:text-primary focus-visible:-outline-offset-2"
      >
        <span dir="auto" className="max-h-44 min-h-0 rotate-180 truncate [writing-mode:vertical-rl]">
          {name}
        </span>{' '}
        <span className={join('figures text-xs font-semibold', scoreColours[tone])}>{shownScore}</span>
      </a>
    </th>
  );
});
