import type { MenuEntry } from '@sentrywell/contract/access.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import type { MouseEvent } from 'react';
import { useAskAhead } from '../../kernel/use-call.ts';

/** As an entry of the menu is pressed, the longest answer of its screen is asked for: an assessment has hundreds of rows. */
export function useAskAheadOf({ icon, to }: MenuEntry): (event: MouseEvent) => void {
  const askAhead = useAskAhead();
  const [, id] = /^\/org\/(\d+)\/sra$/.exec(to) ?? [];
  return ({ ctrlKey, metaKey, shiftKey, altKey }) => {
    const staysHere = !(ctrlKey || metaKey || shiftKey || altKey);
    if (icon === 'sra' && id !== undefined && staysHere) {
      askAhead(sraEndpoints.findNewestAssessment, { params: { id } });
    }
  };
}
