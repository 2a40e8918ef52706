import { arc, type PieArcDatum, pie } from 'd3-shape';
import { ChartTable } from './ChartTable.tsx';
import { EmptyState } from './EmptyState.tsx';
import { grouped } from './counted.ts';
import { join } from './join.ts';

export type Slice = { readonly label: string; readonly value: number };

type DoughnutChartProps = {
  readonly label: string;
  /** ['Status', 'Organizations'] */
  readonly head: readonly [string, string];
  /** At most six; in the order given. */
  readonly slices: readonly Slice[];
  /** Under the total in the middle: 'organizations'. */
  readonly unit: string;
  readonly emptyText: string;
};

const tints = [
  { fill: 'fill-chart-1', dot: 'bg-chart-1' },
  { fill: 'fill-chart-2', dot: 'bg-chart-2' },
  { fill: 'fill-chart-3', dot: 'bg-chart-3' },
  { fill: 'fill-chart-4', dot: 'bg-chart-4' },
  { fill: 'fill-chart-5', dot: 'bg-chart-5' },
  { fill: 'fill-chart-6', dot: 'bg-chart-6' },
] as const;

const layout = pie<Slice>()
  .value((slice) => slice.value)
  .sort(null)
  .padAngle(0.02);
const shape = arc<PieArcDatum<Slice>>().innerRadius(62).outerRadius(94).cornerRadius(3);

/** '39%'. Only the whole is '100%' and only nothing '0%': what a few are shall not read like none, nor what most are like all. */
function shareText(value: number, total: number): string {
  const percent = Math.round((value / total) * 100);
  if (percent === 0 && value > 0) {
    return '<1%';
  }
  return percent === 100 && value < total ? '>99%' : `${percent}%`;
}

/** Parts of a whole, with the legend that says each part's share and number. */
export function DoughnutChart({ label, head, slices, unit, emptyText }: DoughnutChartProps) {
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  if (total === 0) {
    return (
      <EmptyState icon="chart" title="Nothing to draw yet" level={3}>
        {emptyText}
      </EmptyState>
    );
  }
  const percent = (value: number) => shareText(value, total);

  return (
    <figure className="flex grow flex-wrap items-center justify-center gap-x-8 gap-y-5">
      <svg viewBox="-100 -100 200 200" role="img" aria-label={label} className="enter-fade size-48">
        {layout([...slices]).map((part, index) => (
          <path key={part.data.label} d={shape(part) ?? ''} className={tints[index % tints.length]?.fill} />
        ))}
        <text textAnchor="middle" y="2" className="figures fill-ink text-[1.875rem] font-semibold">
          {grouped(total)}
        </text>
        <text textAnchor="middle" y="22" className="fill-ink-soft text-[0.75rem]">
          {unit}
        </text>
      </svg>
      <ul aria-hidden="true" className="min-w-40 space-y-2.5">
        {slices.map((slice, index) => (
          <li key={slice.label} className="flex items-center gap-2.5">
            <span className={join('size-3 rounded-sm forced-color-adjust-none', tints[index % tints.length]?.dot)} />
            <span className="grow">{slice.label}</span>
            <span className="figures font-semibold">{percent(slice.value)}</span>
            <span className="figures min-w-8 text-right text-ink-soft">{grouped(slice.value)}</span>
          </li>
        ))}
      </ul>
      <ChartTable
        label={label}
        head={head}
        rows={slices.map((slice) => [slice.label, `${grouped(slice.value)}, ${percent(slice.value)}`])}
      />
    </figure>
  );
}
