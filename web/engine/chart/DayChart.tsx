import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import styles from './DayChart.module.css';
import { useWidth } from './use-width.ts';

/** The figure of a day, `YYYY-MM-DD`. */
export interface DayPoint {
  readonly day: string;
  readonly value: number;
}

interface DayChartProps {
  /** The subject of the chart, for people who cannot see it; its frame has a table of the same data. */
  readonly label: string;
  /** Days in order, side by side. */
  readonly points: readonly DayPoint[];
  /** Shown if all days are zero. */
  readonly empty: ReactNode;
}

/** Height of the lines of dashboards (spec section 2). */
const height = 300;
const edge = { left: 44, right: 12, top: 26, bottom: 28 } as const;

/** A few round numbers from zero to at least `top`. */
function ticks(top: number): number[] {
  const rough = top / 4;
  const power = 10 ** Math.floor(Math.log10(rough || 1));
  const step = Math.max(1, [1, 2, 5, 10].map(factor => factor * power).find(one => one >= rough) ?? rough);
  const count = Math.max(1, Math.ceil(top / step));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/** Figures by day as an SVG line in actual pixels; pointer and arrow keys select a day. */
export function DayChart({ label, points, empty }: DayChartProps) {
  const id = useId();
  const place = useRef<HTMLElement>(null);
  const width = useWidth(place, 640);
  const [at, setAt] = useState<number>();
  const marks = ticks(Math.max(0, ...points.map(({ value }) => value)));
  const top = marks.at(-1) || 1;
  const inner = Math.max(1, width - edge.left - edge.right);
  const toX = (index: number) =>
    edge.left + (points.length < 2 ? inner / 2 : (index / (points.length - 1)) * inner);
  const toY = (value: number) => height - edge.bottom - (value / top) * (height - edge.top - edge.bottom);
  const line = points
    .map(({ value }, index) => `${toX(index).toFixed(1)},${toY(value).toFixed(1)}`)
    .join(' ');
  const told = at === undefined ? undefined : points[at];
  const every = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor(inner / 64))));

  if (points.every(({ value }) => value === 0)) {
    return (
      <figure ref={place} className={styles.figure} aria-label={label}>
        <div className={styles.empty} style={{ height }}>
          {empty}
        </div>
      </figure>
    );
  }

  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - edge.left;
    const index = Math.round((x / inner) * (points.length - 1));
    setAt(Math.min(points.length - 1, Math.max(0, index)));
  };
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    setAt(Math.min(points.length - 1, Math.max(0, (at ?? (by > 0 ? -1 : points.length)) + by)));
  };

  return (
    <figure ref={place} className={styles.figure}>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${width} ${height}`}
        style={{ height }}
        role="img"
        aria-label={label}
        aria-describedby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys select the days
        tabIndex={0}
        onPointerMove={follow}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={move}
        onBlur={() => setAt(undefined)}
      >
        {marks.map(mark => (
          <g key={mark}>
            <line
              className={styles.grid}
              x1={edge.left}
              x2={width - edge.right}
              y1={toY(mark)}
              y2={toY(mark)}
            />
            <text className={styles.tick} x={edge.left - 8} y={toY(mark) + 4} textAnchor="end">
              {mark.toLocaleString('en-US')}
            </text>
          </g>
        ))}
        {points.map(
          ({ day }, index) =>
            (points.length - 1 - index) % every === 0 &&
            toX(index) >= edge.left + 14 && (
              <text
                key={day}
                className={styles.tick}
                x={Math.min(toX(index), width - edge.right - 4)}
                y={height - 8}
                textAnchor={index === points.length - 1 ? 'end' : 'middle'}
              >
                {day.slice(5)}
              </text>
            ),
        )}
        <polygon
          className={styles.area}
          points={`${toX(0)},${toY(0)} ${line} ${toX(points.length - 1)},${toY(0)}`}
        />
        <polyline className={styles.line} points={line} />
        {told && at !== undefined && (
          <>
            <line className={styles.cross} x1={toX(at)} x2={toX(at)} y1={edge.top} y2={toY(0)} />
            <circle className={styles.dot} cx={toX(at)} cy={toY(told.value)} r={4} />
          </>
        )}
      </svg>
      <figcaption id={id} className={styles.told} aria-live="polite">
        {told ? `${told.day}　${told.value.toLocaleString('en-US')}` : ' '}
      </figcaption>
    </figure>
  );
}
