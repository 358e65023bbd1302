import type { ReactNode } from 'react';
import styles from './PieChart.module.css';

/** A part of a whole. */
export interface PiePart {
  readonly name: string;
  readonly value: number;
}

interface PieChartProps {
  /** The subject of the chart, for people who cannot see it; its frame has a table of the same data. */
  readonly label: string;
  /** Shown below the total in the middle. */
  readonly caption: string;
  /** Largest first; those after the seventh share a colour. */
  readonly parts: readonly PiePart[];
  /** Shown if the total is zero. */
  readonly empty: ReactNode;
}

/** Height of the pies of dashboards, with their legend (spec section 2). */
const height = 450;
const colours = 8;
const [centre, outer, inner] = [125, 112, 74] as const;

/** The outline of a slice of a ring, from one share of the turn to another. */
function slice(from: number, to: number): string {
  // An arc over a full turn ends where it begins, and would be empty.
  const end = Math.min(to, from + 0.99999);
  const point = (share: number, radius: number) => {
    const angle = (share - 0.25) * 2 * Math.PI;
    return `${(centre + radius * Math.cos(angle)).toFixed(2)} ${(centre + radius * Math.sin(angle)).toFixed(2)}`;
  };
  const large = end - from > 0.5 ? 1 : 0;
  return `M ${point(from, outer)} A ${outer} ${outer} 0 ${large} 1 ${point(end, outer)} L ${point(end, inner)} A ${inner} ${inner} 0 ${large} 0 ${point(from, inner)} Z`;
}

/** Parts of a whole as a ring, with names, numbers and shares below. */
export function PieChart({ label, caption, parts, empty }: PieChartProps) {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) {
    return (
      <figure className={styles.figure} style={{ height }} aria-label={label}>
        <div className={styles.empty}>{empty}</div>
      </figure>
    );
  }
  let before = 0;
  const slices = parts.map((part, at) => {
    const from = before / total;
    before += part.value;
    return { ...part, from, to: before / total, colour: Math.min(at, colours - 1) };
  });
  return (
    <figure className={styles.figure} style={{ height }}>
      <svg className={styles.pie} viewBox="0 0 250 250" role="img" aria-label={`${label} ${total}`}>
        {slices.map(
          ({ name, value, from, to, colour }) =>
            value > 0 && (
              <path key={name} className={styles.slice} data-part={colour} d={slice(from, to)}>
                <title>{`${name} ${value.toLocaleString('en-US')}`}</title>
              </path>
            ),
        )}
        <text className={styles.total} x={centre} y={centre + 4} textAnchor="middle">
          {total.toLocaleString('en-US')}
        </text>
        <text className={styles.caption} x={centre} y={centre + 26} textAnchor="middle">
          {caption}
        </text>
      </svg>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long legend is scrolled by keys */}
      <ul className={styles.legend} tabIndex={0} aria-label={label}>
        {slices.map(({ name, value, colour }) => (
          <li key={name}>
            <i data-part={colour} />
            <span className={styles.name} title={name}>
              {name}
            </span>
            <b>{value.toLocaleString('en-US')}</b>
            <small>{`${((value / total) * 100).toFixed(1)}%`}</small>
          </li>
        ))}
      </ul>
    </figure>
  );
}
