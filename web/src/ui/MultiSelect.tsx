import type { MultiSelectBoxProps } from './controls/MultiSelectBox.tsx';
import { Skeleton } from './Skeleton.tsx';
import { useControls } from './use-controls.ts';

/** Chooses several from a box 12rem tall (specification §9). */
export function MultiSelect(props: MultiSelectBoxProps) {
  const controls = useControls('now');
  return controls === undefined ? <Skeleton className="h-56" /> : <controls.MultiSelectBox {...props} />;
}
