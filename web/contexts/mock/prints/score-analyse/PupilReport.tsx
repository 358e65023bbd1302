import type { ScoreAnalysis } from '@yikao/model/contexts/mock/calls/mock-analysis.calls.ts';
import { useTranslation } from 'react-i18next';
import paper from '../../../../engine/paper/Paper.module.css';
import { adviceFor } from './advice.ts';
import { Bands, Head, Tiles } from './parts.tsx';
import { Radar } from './Radar.tsx';
import styles from './Report.module.css';
import { SessionTable } from './SessionTable.tsx';

interface PupilReportProps {
  readonly of: ScoreAnalysis;
  readonly pupil: NonNullable<ScoreAnalysis['pupil']>;
}

/** The report of one pupil: rank, sessions, and advice. */
export function PupilReport({ of, pupil }: PupilReportProps) {
  const { t } = useTranslation('mock');
  const { all, sessions } = of;
  const none = t('analysis.uncounted');
  const place = (rank: number | null, count: number) =>
    rank === null ? none : t('analysis.placeOf', { rank, count });
  return (
    <>
      <Head
        of={of}
        facts={[
          [t('analysis.pupil'), pupil.studentName],
          [t('analysis.ticket'), pupil.ticketNo],
          [t('analysis.category'), of.categoryName],
          [t('analysis.agency'), pupil.agentName],
        ]}
      />
      <Tiles
        of={[
          [t('analysis.total'), pupil.total, t('analysis.full', { full: Number(all.full) })],
          [t('analysis.average'), all.avg ?? '—', t('analysis.highest', { max: all.max ?? '—' })],
          [t('analysis.place'), place(pupil.rankNo, all.count), t('analysis.ofExam')],
          ...(pupil.agentName === null
            ? []
            : [
                [
                  t('analysis.agencyPlace'),
                  place(pupil.agentRank, pupil.agentCount),
                  t('analysis.ofAgency'),
                ] as const,
              ]),
        ]}
      />
      <h2>{t('analysis.sessions')}</h2>
      <div className={styles.pair}>
        {sessions.length > 2 && <Radar sessions={sessions} own={t('analysis.own')} />}
        <SessionTable sessions={sessions} own={t('analysis.own')} />
      </div>
      <Bands segments={all.segments} own={pupil.segment} />
      <Tiles
        of={[
          [
            t('stat.of.passRate'),
            all.passRate === null ? '—' : `${all.passRate}%`,
            t('analysis.everybody', { count: all.count }),
          ],
          [
            t('stat.of.excellentRate'),
            all.excellentRate === null ? '—' : `${all.excellentRate}%`,
            t('analysis.excellent'),
          ],
          [
            t('analysis.joint'),
            pupil.joint ? `${pupil.joint.low}–${pupil.joint.high}` : '—',
            pupil.joint
              ? t('analysis.jointFrom', { year: pupil.joint.dataYear })
              : t(pupil.rankNo === null ? 'analysis.uncounted' : 'analysis.noTable'),
          ],
        ]}
      />
      <section className={paper.ending}>
        <h2>{t('analysis.advice')}</h2>
        <ul className={styles.advice}>
          {adviceFor(of, pupil, t).map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className={paper.note}>{t('analysis.note')}</p>
      </section>
    </>
  );
}
