import type { MatrixCell } from '@sentrywell/contract/matrix-filter.ts';
import { Icon } from '../../ui/Icon.tsx';
import { join } from '../../ui/join.ts';
import { lookOf } from './matrix-looks.ts';

const samples: readonly MatrixCell[] = [
  { verdict: 'non-compliant', accepted: false },
  { verdict: 'partial', accepted: false },
  { verdict: 'non-compliant', accepted: true },
  { verdict: 'compliant', accepted: false },
  { verdict: 'unreadable', accepted: false },
  { verdict: 'not-licensed', accepted: false },
  undefined,
];

/** What the signs of the matrix mean. */
export function MatrixLegend() {
  return (
    <ul aria-label="Legend" className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-[0.8125rem] text-ink-soft">
      {samples.map((cell) => {
        const { word, icon, look } = lookOf(cell);
        return (
          <li key={word} className="flex items-center gap-2">
            <span className={join('grid size-6 place-items-center rounded-md', look)}>
              <Icon name={icon} className="size-4" />
            </span>
            {cell?.accepted === true ? 'Accepted' : word}
          </li>
        );
      })}
    </ul>
  );
}
