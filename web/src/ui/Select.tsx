import type { SelectBoxProps } from './controls/SelectBox.tsx';
import { join } from './join.ts';
import { SelectChevron, selectLook } from './select-look.tsx';
import { useControls } from './use-controls.ts';

type SelectProps<Value extends string> = SelectBoxProps<Value> & {
  /** Only its look stands there, in the same place: on a page that has more urgent things to draw. */
  readonly isToCome?: boolean;
};

/** Chooses one of a few. The list is at most 15rem tall (specification §9). */
export function Select<Value extends string>({ isToCome = false, ...props }: SelectProps<Value>) {
  const controls = useControls(isToCome ? undefined : 'soon');
  if (isToCome || controls === undefined) {
    return <SelectToCome {...props} />;
  }
  return <controls.SelectBox {...props} />;
}

/** Not read out: it is nothing yet that could be used. */
function SelectToCome<Value extends string>(props: SelectBoxProps<Value>) {
  const { label, help, options, value, placeholder = 'Select', hideLabel, className } = props;
  return (
    <div aria-hidden="true" className={join('min-w-0', className)}>
      {hideLabel !== true && <span className="mb-1.5 block font-medium">{label}</span>}
      <div className={selectLook}>
        <span dir="auto" className={join('truncate', value === undefined && 'text-ink-soft')}>
          {options.find((option) => option.value === value)?.label ?? placeholder}
        </span>
        <SelectChevron />
      </div>
      {help !== undefined && <p className="mt-1.5 text-[0.8125rem] text-ink-soft">{help}</p>}
    </div>
  );
}
