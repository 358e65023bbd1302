import type { ScoreAnalysis } from '@yikao/model/contexts/mock/calls/mock-analysis.calls.ts';
import { useTranslation } from 'react-i18next';
import styles from './Report.module.css';

interface RadarProps {
  readonly sessions: ScoreAnalysis['sessions'];
  /** The owner of the figures drawn over the overall average. */
  readonly own: string;
}

/** The drawing's internal units; its height follows from the ends of the spokes. */
const [width, radius] = [300, 92] as const;
const centre = { x: width / 2, y: 0 };
/** Room for the names above and below. */
const room = 24;
const rings = [0.25, 0.5, 0.75, 1] as const;

/** Share of the full mark, between zero and one. */
const share = (mark: string | null, full: string) =>
  Number(full) > 0 ? Math.min(1, Math.max(0, Number(mark ?? 0) / Number(full))) : 0;

/** A point on spoke `at` of `count`, the first of which points up. */
function spot(at: number, count: number, far: number) {
  const angle = (at / count) * 2 * Math.PI - Math.PI / 2;
  return { x: centre.x + Math.cos(angle) * radius * far, y: centre.y + Math.sin(angle) * radius * far };
}

const outline = (shares: readonly number[]) =>
  shares
    .map((far, at) => spot(at, shares.length, far))
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ');

/**
 * Sessions as spokes: the subject's figure over the average, both as shares of the full mark. The table next to it has
 * the same data.
 */
export function Radar({ sessions, own }: RadarProps) {
  const { t } = useTranslation('mock');
  const averages = sessions.map(({ avg, full }) => share(avg, full));
  const ends = sessions.map((_, at) => spot(at, sessions.length, 1).y);
  const [top, bottom] = [Math.min(...ends) - room, Math.max(...ends) + room];
  const owns = sessions.map(one => share(one.own, one.full));
  return (
    <figure className={styles.radar}>
      <svg viewBox={`0 ${top} ${width} ${bottom - top}`} role="img" aria-label={t('analysis.radar')}>
        {rings.map(ring => (
          <polygon key={ring} className={styles.ring} points={outline(sessions.map(() => ring))} />
        ))}
        {sessions.map(({ infoId, subjectName }, at) => {
          const end = spot(at, sessions.length, 1);
          const name = spot(at, sessions.length, 1.16);
          return (
            <g key={infoId}>
              <line className={styles.ring} x1={centre.x} y1={centre.y} x2={end.x} y2={end.y} />
              <text
                x={name.x}
                y={name.y + 4}
                textAnchor={Math.abs(name.x - centre.x) < 8 ? 'middle' : name.x > centre.x ? 'start' : 'end'}
              >
                {subjectName.length > 6 ? `${subjectName.slice(0, 5)}…` : subjectName}
              </text>
            </g>
          );
        })}
        <polygon className={styles.average} points={outline(averages)} />
        <polygon className={styles.own} points={outline(owns)} />
      </svg>
      <figcaption>
        <span data-of="own">{own}</span>
        <span data-of="average">{t('stat.of.avg')}</span>
      </figcaption>
    </figure>
  );
}
