import { controlLook } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { join } from './join.ts';

export const selectLook = join(controlLook, 'flex items-center justify-between gap-2 text-left');

export function SelectChevron() {
  return <Icon name="chevronDown" className="size-4 text-ink-soft" />;
}
