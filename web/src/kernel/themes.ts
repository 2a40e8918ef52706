import type { IconName } from '../ui/Icon.tsx';
import type { Theme } from './theme.ts';

/** Those to choose from, wherever that is. */
export const themes: ReadonlyArray<{ readonly id: Theme; readonly label: string; readonly icon: IconName }> = [
  { id: 'light', label: 'Light', icon: 'sun' },
  { id: 'dark', label: 'Dark', icon: 'moon' },
  { id: 'system', label: 'Like the system', icon: 'monitor' },
];
