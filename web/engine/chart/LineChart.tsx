import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import styles from './LineChart.module.css';

/** A point on the line: its position, its height and its description. */
export interface ChartPoint {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

interface LineChartProps {
  /** The subject of the chart, for people who cannot see it; the page has a table of the same data next to it. */
  readonly label: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** From the left to the right. */
  readonly points: readonly ChartPoint[];
  /** A marked position, such as the queried score. */
  readonly mark?: number | null;
}

/** The drawing's internal units; it scales with its place. */
const [width, height] = [640, 260];
const edge = { left: 56, right: 16, top: 22, bottom: 34 } as const;

/** At most this many round steps from one number to another. */
function steps(from: number, to: number, most: number): number[] {
  const rough = (to - from) / most || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(one => one >= rough) ?? rough;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step);
}

/** A line through points as SVG: pointer and arrow keys select a point, without a library. */
export function LineChart({ label, xLabel, yLabel, points, mark }: LineChartProps) {
  const id = useId();
  const [at, setAt] = useState<number>();
  const xs = points.map(({ x }) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const top = Math.max(1, ...points.map(({ y }) => y));
  const toX = (x: number) =>
    edge.left + ((x - left) / (right - left || 1)) * (width - edge.left - edge.right);
  const toY = (y: number) => height - edge.bottom - (y / top) * (height - edge.top - edge.bottom);
  const line = points.map(({ x, y }) => `${toX(x).toFixed(1)},${toY(y).toFixed(1)}`).join(' ');
  const told = at === undefined ? undefined : points[at];

  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x =
      left +
      ((((event.clientX - box.left) / box.width) * width - edge.left) / (width - edge.left - edge.right)) *
        (right - left);
    let nearest = 0;
    for (const [index, point] of points.entries())
      if (Math.abs(point.x - x) < Math.abs((points[nearest]?.x ?? 0) - x)) nearest = index;
    setAt(nearest);
  };
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    setAt(Math.min(points.length - 1, Math.max(0, (at ?? (by > 0 ? -1 : points.length)) + by)));
  };

  return (
    <figure className={styles.figure}>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label}
        aria-describedby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        onPointerMove={follow}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={move}
      >
        {steps(0, top, 4).map(y => (
          <g key={y}>
            <line className={styles.grid} x1={edge.left} x2={width - edge.right} y1={toY(y)} y2={toY(y)} />
            <text className={styles.tick} x={edge.left - 8} y={toY(y) + 4} textAnchor="end">
              {y.toLocaleString('en-US')}
            </text>
          </g>
        ))}
        {steps(left, right, 8).map(x => (
          <text key={x} className={styles.tick} x={toX(x)} y={height - edge.bottom + 18} textAnchor="middle">
            {x}
          </text>
        ))}
        <text className={styles.axis} x={edge.left - 8} y={12} textAnchor="end">
          {yLabel}
        </text>
        <text className={styles.axis} x={width - edge.right} y={height - 2} textAnchor="end">
          {xLabel}
        </text>
        <polygon className={styles.area} points={`${toX(left)},${toY(0)} ${line} ${toX(right)},${toY(0)}`} />
        <polyline className={styles.line} points={line} />
        {mark !== undefined && mark !== null && mark >= left && mark <= right && (
          <line className={styles.mark} x1={toX(mark)} x2={toX(mark)} y1={edge.top} y2={toY(0)} />
        )}
        {told && (
          <>
            <line className={styles.cross} x1={toX(told.x)} x2={toX(told.x)} y1={edge.top} y2={toY(0)} />
            <circle className={styles.dot} cx={toX(told.x)} cy={toY(told.y)} r={4} />
          </>
        )}
      </svg>
      <figcaption id={id} className={styles.told} aria-live="polite">
        {told?.text ?? ' '}
      </figcaption>
    </figure>
  );
}
