import type { MatrixFilter, ShownMatrix } from '@sentrywell/contract/matrix-filter.ts';
import { type MouseEvent, useCallback } from 'react';
import { useNavigate } from 'react-router';
import { MatrixHead } from './MatrixHead.tsx';
import { MatrixRow } from './MatrixRow.tsx';
import { type Spot, tabStop } from './matrix-view.ts';
import { useGridFocus } from './use-grid-focus.ts';
import { useMatrixPlace } from './use-matrix-place.ts';
import { matrixSizes, type MatrixWindow, useMatrixWindow } from './use-matrix-window.ts';

type Props = { readonly shown: ShownMatrix; readonly filter: MatrixFilter };

/** Settings × organizations. Only the cells in sight are drawn: 12,000 of them scroll as smoothly as a hundred. */
export function MatrixGrid({ shown, filter }: Props) {
  const { settings, organizations } = shown;
  const { kept, keep } = useMatrixPlace();
  const { frame, across, down, width, reveal } = useMatrixWindow({ shown, filter, kept });
  // The head is a row, too: its organizations can be opened.
  const focus = useGridFocus({
    frame,
    rows: settings.length + 1,
    columns: organizations.length,
    page: 8,
    start: kept.spot,
    onSpot: (spot) => keep({ spot }),
    reveal,
  });
  const go = useGo();
  const spot = tabStop(focus.spot, down.indexes, across.indexes);
  return (
    <div
      ref={frame}
      onScroll={({ currentTarget: { scrollLeft: left, scrollTop: top } }) => keep({ left, top })}
      style={{ scrollPadding: `${matrixSizes.head}px 0 0 ${matrixSizes.title}px` }}
      className="max-h-[max(24rem,calc(100dvh-19rem))] w-fit max-w-full overflow-auto overscroll-x-contain rounded-xl border border-line bg-surface shadow-card"
    >
      <table
        // A grid is a table that is walked through with the arrow keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label="Settings by organization"
        aria-rowcount={settings.length + 1}
        aria-colcount={organizations.length + 1}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
        onClick={go}
        className="group/grid table-fixed border-separate border-spacing-0"
        style={{ width }}
      >
        <colgroup>
          <col style={{ width: matrixSizes.title }} />
          <col style={{ width: across.before }} />
          {across.indexes.map((index) => (
            <col key={index} style={{ width: matrixSizes.column }} />
          ))}
          <col style={{ width: across.after }} />
        </colgroup>
        <MatrixHead organizations={organizations} columns={across.indexes} height={matrixSizes.head} spot={spot} />
        <MatrixBody shown={shown} across={across} down={down} spot={spot} />
      </table>
    </div>
  );
}

type BodyProps = Pick<MatrixWindow, 'across' | 'down'> & { readonly shown: ShownMatrix; readonly spot: Spot };

function MatrixBody({ shown: { settings, organizations }, across, down, spot }: BodyProps) {
  return (
    <tbody>
      <tr aria-hidden="true" style={{ height: down.before }} />
      {down.indexes.map((index) => {
        const setting = settings[index];
        return (
          setting !== undefined && (
            <MatrixRow
              key={setting.type}
              row={index + 1}
              height={matrixSizes.row}
              setting={setting}
              organizations={organizations}
              columns={across.indexes}
              here={spot.row === index + 1 ? spot.column : undefined}
            />
          )
        );
      })}
      <tr aria-hidden="true" style={{ height: down.after }} />
    </tbody>
  );
}

/** One listener for all cells: a press on a link goes there without loading the app anew. */
function useGo(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link !== null && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
        event.preventDefault();
        void navigate(`${link.pathname}${link.search}`);
      }
    },
    [navigate],
  );
}
