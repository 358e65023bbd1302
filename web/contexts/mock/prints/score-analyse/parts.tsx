import type { ScoreAnalysis } from '@yikao/model/contexts/mock/calls/mock-analysis.calls.ts';
import { useTranslation } from 'react-i18next';
import paper from '../../../../engine/paper/Paper.module.css';
import styles from './Report.module.css';

interface HeadProps {
  readonly of: ScoreAnalysis;
  readonly facts: readonly (readonly [name: string, value: string | null])[];
}

/** Title and facts of a report; unpublished marks are marked as such. */
export function Head({ of, facts }: HeadProps) {
  const { t } = useTranslation('mock');
  return (
    <>
      <header className={paper.head}>
        <h1>{t('analysis.title')}</h1>
        {!of.published && <p className={paper.draft}>{t('analysis.early')}</p>}
      </header>
      <dl className={paper.facts}>
        {[[t('analysis.exam'), of.examName] as const, ...facts].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? '—'}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface TilesProps {
  readonly of: readonly (readonly [name: string, value: string, hint: string])[];
}

/** Figures side by side, each with its reference. */
export function Tiles({ of }: TilesProps) {
  return (
    <dl className={styles.tiles}>
      {of.map(([name, value, hint]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            <span>{hint}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface BandsProps {
  readonly segments: ScoreAnalysis['all']['segments'];
  /** The band that the pupil is in. */
  readonly own: string | null;
}

/** The number of totals in each band of ten, from the top; the pupil's band is marked. */
export function Bands({ segments, own }: BandsProps) {
  const { t } = useTranslation('mock');
  const most = Math.max(1, ...segments.map(({ count }) => count));
  if (segments.length === 0) return null;
  return (
    <section>
      <h2>{t('analysis.bands')}</h2>
      <ol className={styles.bands}>
        {segments.map(({ label, count, totalNum }) => (
          <li
            key={label}
            data-own={label === own || undefined}
            aria-label={`${t('stat.segment', { label, count, total: totalNum })}${
              label === own ? t('analysis.here') : ''
            }`}
          >
            <span>{label}</span>
            <i style={{ inlineSize: `${(count / most) * 100}%` }} />
            <span>{count}</span>
            {label === own && <em>{t('analysis.here')}</em>}
          </li>
        ))}
      </ol>
    </section>
  );
}
