import { scaleLinear, scalePoint } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { ChartTable } from './ChartTable.tsx';
import { grouped } from './counted.ts';
import { EmptyState } from './EmptyState.tsx';
import { useWidth } from './use-width.ts';

export type LinePoint = { readonly label: string; readonly value: number };

type LineChartProps = {
  /** What the chart shows, for screen readers: 'Assessments per month'. */
  readonly label: string;
  /** What the points are counted by and what they count: ['Month', 'Assessments']. */
  readonly head: readonly [string, string];
  readonly points: readonly LinePoint[];
  readonly format?: (value: number) => string;
  readonly emptyText: string;
  /** Where the scale ends; its zero is a figure like others then. Without: at the highest point, and a line of zeros says nothing. */
  readonly top?: number;
};

const height = 260;
const edge = { right: 16, top: 22, bottom: 34 };
/** Room for the widest number beside the drawing. */
const leftEdge = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length)) * 8 + 16;

/**
 * One line over time, drawn in 1000 ms (specification §9). Its points say their numbers where there is room; the others where a
 * pointer is, or where the arrow keys have gone.
 */
export function LineChart(props: LineChartProps) {
  const { label, head, points, format = grouped, emptyText, top } = props;
  if (top === undefined ? points.every((point) => point.value === 0) : points.length === 0) {
    return (
      <EmptyState icon="chart" title="Nothing to draw yet" level={3}>
        {emptyText}
      </EmptyState>
    );
  }
  return (
    <figure>
      <Drawing
        label={label}
        points={points}
        format={format}
        top={top ?? Math.max(...points.map(({ value }) => value))}
      />
      <ChartTable label={label} head={head} rows={points.map((point) => [point.label, format(point.value)])} />
    </figure>
  );
}

type DrawingProps = {
  readonly label: string;
  readonly points: readonly LinePoint[];
  readonly format: (value: number) => string;
  readonly top: number;
};

function Drawing({ label, points, format, top }: DrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  // Drawn at the real width, so that letters keep their size on a phone.
  const width = useWidth(frame);
  const [pointedAt, setPointedAt] = useState<number>();
  const up = scaleLinear([0, top], [height - edge.bottom, edge.top]).nice(4);
  const ticks = up.ticks(4).filter((tick) => Number.isInteger(tick));
  const left = leftEdge(ticks.map(format));
  const labels = points.map((point) => point.label);
  const places = scalePoint([left, Math.max(left, width - edge.right)])
    .domain(labels)
    .padding(0.25);
  const spots = points.map((point) => ({
    ...point,
    x: places(point.label) ?? 0,
    y: up(point.value),
    text: format(point.value),
  }));
  const labelEvery = roomEvery(labels, places.step());
  const numbers = spots.map((spot) => spot.text);
  const numberEvery = roomEvery(numbers, places.step());
  const isDrawn = (index: number, every: number) => (spots.length - 1 - index) % every === 0;
  // What the point that is pointed at says needs the place of those beside it.
  const isSaid = (index: number, every: number) =>
    index === pointedAt || (isDrawn(index, every) && (pointedAt === undefined || Math.abs(index - pointedAt) >= every));
  const drawing = width > 0 && (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      // A finger points until it points elsewhere.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setPointedAt(undefined)}
      // Out of the flow: a drawing made for a wide window does not keep a narrow one wide.
      // Paper has another width, and nobody is told of it: there it is scaled, so that no end of it is cut off.
      className="absolute inset-0 block print:size-full"
    >
      {ticks.map((tick) => (
        <Tick key={tick} y={up(tick)} from={left} to={width - edge.right} text={format(tick)} />
      ))}
      <Line spots={spots} floor={up(0)} />
      {spots.map((spot, index) => (
        <Dot
          key={spot.label}
          spot={spot}
          reach={places.step()}
          hasLabel={isSaid(index, labelEvery)}
          hasNumber={isSaid(index, numberEvery)}
          end={width}
          onPoint={() => setPointedAt(index)}
        />
      ))}
    </svg>
  );
  return (
    <div ref={frame} className="relative h-65 overflow-hidden">
      <Walkable {...{ label, spots, pointedAt }} isCrowded={labelEvery + numberEvery > 2} onPoint={setPointedAt}>
        {drawing}
      </Walkable>
    </div>
  );
}

type WalkableProps = {
  readonly label: string;
  readonly spots: readonly Spot[];
  /** Not every point says all that it stands for. */
  readonly isCrowded: boolean;
  readonly pointedAt: number | undefined;
  readonly onPoint: (index: number | undefined) => void;
  /** The drawing itself. */
  readonly children: ReactNode;
};

/** Where there is no room for everything, the keyboard walks from point to point as a pointer does. */
function Walkable({ label, spots, isCrowded, pointedAt, onPoint, children }: WalkableProps) {
  const last = spots.length - 1;
  const here = pointedAt ?? last;
  const ways: Readonly<Record<string, number>> = {
    ArrowLeft: here - 1,
    ArrowDown: here - 1,
    ArrowRight: here + 1,
    ArrowUp: here + 1,
    Home: 0,
    End: last,
  };

  function walk(event: KeyboardEvent) {
    const there = ways[event.key];
    if (there !== undefined) {
      event.preventDefault();
      onPoint(Math.min(last, Math.max(0, there)));
    }
  }

  if (!isCrowded) {
    return children;
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${label}, point by point`}
      aria-valuemin={1}
      aria-valuemax={spots.length}
      aria-valuenow={here + 1}
      aria-valuetext={`${spots[here]?.label ?? ''}: ${spots[here]?.text ?? ''}`}
      onKeyDown={walk}
      // Not the focus that comes with a press: that has pointed already.
      onFocus={({ target }) => target.matches(':focus-visible') && onPoint(here)}
      onBlur={() => onPoint(undefined)}
      className="absolute inset-0 rounded-lg -outline-offset-2"
    >
      {children}
    </div>
  );
}

type TickProps = { readonly y: number; readonly from: number; readonly to: number; readonly text: string };

function Tick({ y, from, to, text }: TickProps) {
  return (
    <g>
      <line x1={from} x2={to} y1={y} y2={y} className="stroke-line" />
      <text x={from - 10} y={y + 4} textAnchor="end" className="figures fill-ink-soft text-[0.8125rem]">
        {text}
      </text>
    </g>
  );
}

type Spot = LinePoint & { readonly x: number; readonly y: number; readonly text: string };

function Line({ spots, floor }: { readonly spots: readonly Spot[]; readonly floor: number }) {
  const path = line<Spot>()
    .x((spot) => spot.x)
    .y((spot) => spot.y)
    .curve(curveMonotoneX);
  const fill = area<Spot>()
    .x((spot) => spot.x)
    .y0(floor)
    .y1((spot) => spot.y)
    .curve(curveMonotoneX);
  return (
    <>
      <path d={fill([...spots]) ?? ''} className="enter-fade fill-chart-1 opacity-12" />
      <path
        d={path([...spots]) ?? ''}
        pathLength={1}
        fill="none"
        strokeWidth={2.5}
        className="enter-draw stroke-chart-1"
      />
    </>
  );
}

/** Where there is no room for all of these words, every second or third one is drawn, the last one always. */
function roomEvery(words: readonly string[], step: number): number {
  const widest = Math.max(...words.map((word) => word.length)) * 7 + 8;
  return step > 0 ? Math.max(1, Math.ceil(widest / step)) : 1;
}

type DotProps = {
  readonly spot: Spot;
  /** How wide the strip is in which the point is pointed at. */
  readonly reach: number;
  readonly hasLabel: boolean;
  readonly hasNumber: boolean;
  /** Where the drawing ends: what would be cut off there moves to the left. */
  readonly end: number;
  readonly onPoint: () => void;
};

/** Half the width of a text, its letters taken as wide as they come. */
const halfOf = (text: string, letter: number) => (text.length * letter) / 2;

function Dot({ spot, reach, hasLabel, hasNumber, end, onPoint }: DotProps) {
  return (
    <g onPointerEnter={onPoint}>
      <rect x={spot.x - reach / 2} y={0} width={reach} height={height} fill="transparent" />
      <circle cx={spot.x} cy={spot.y} r={4.5} strokeWidth={2.5} className="enter-fade fill-surface stroke-chart-1" />
      {hasNumber && (
        <text
          x={Math.min(spot.x, end - halfOf(spot.text, 9))}
          y={spot.y - 11}
          textAnchor="middle"
          // The line passes behind it.
          paintOrder="stroke"
          strokeWidth={4}
          className="figures fill-ink stroke-surface text-[0.8125rem] font-semibold"
        >
          {spot.text}
        </text>
      )}
      {hasLabel && (
        <text
          x={Math.min(spot.x, end - halfOf(spot.label, 8))}
          y={height - 10}
          textAnchor="middle"
          className="fill-ink-soft text-[0.8125rem]"
        >
          {spot.label}
        </text>
      )}
    </g>
  );
}
