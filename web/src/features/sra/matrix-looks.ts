import type { MatrixCell } from '@sentrywell/contract/matrix-filter.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { verdictLooks } from './verdicts.ts';

const looks = {
  good: 'bg-good-tint text-good-ink',
  warning: 'bg-warning-tint text-warning-ink',
  bad: 'bg-bad-tint text-bad-ink',
  info: 'bg-info-tint text-info-ink',
  violet: 'bg-violet-tint text-violet-ink',
  neutral: 'bg-sunken text-ink-soft',
};

type CellLook = { readonly word: string; readonly icon: IconName; readonly look: string };

/** How a cell looks and what it says. */
export function lookOf(cell: MatrixCell): CellLook {
  if (cell === undefined) {
    return { word: 'Not assessed', icon: 'dots', look: 'text-ink-soft' };
  }
  const { word, icon, tone } = verdictLooks[cell.verdict];
  if (cell.accepted) {
    return { word: `${word}, accepted`, icon: 'handshake', look: looks.neutral };
  }
  return { word: cell.stillOpen === true ? `${word}, still open` : word, icon, look: looks[tone] };
}
