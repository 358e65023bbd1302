import type { ScoreAnalysis } from '@yikao/model/contexts/mock/calls/mock-analysis.calls.ts';
import { useTranslation } from 'react-i18next';
import paper from '../../../../engine/paper/Paper.module.css';
import { Bands, Head, Tiles } from './parts.tsx';
import { Radar } from './Radar.tsx';
import styles from './Report.module.css';
import { SessionTable } from './SessionTable.tsx';

interface AgencyReportProps {
  readonly of: ScoreAnalysis;
  readonly agency: NonNullable<ScoreAnalysis['agency']>;
}

/** The report of an agency in one category: its averages next to the overall ones, and its pupils by rank. */
export function AgencyReport({ of, agency }: AgencyReportProps) {
  const { t } = useTranslation('mock');
  const { all, sessions } = of;
  const rate = (own: string | null) => (own === null ? '—' : `${own}%`);
  return (
    <>
      <Head
        of={of}
        facts={[
          [t('analysis.agency'), agency.agentName],
          [t('analysis.category'), of.categoryName],
        ]}
      />
      <Tiles
        of={[
          [
            t('analysis.counted'),
            t('analysis.people', { count: agency.count }),
            t('analysis.everybody', { count: all.count }),
          ],
          [t('analysis.average'), agency.avg ?? '—', t('analysis.examAverage', { avg: all.avg ?? '—' })],
          [
            t('analysis.agencyRank'),
            agency.rank === null ? '—' : t('analysis.placeOf', { rank: agency.rank, count: agency.agencies }),
            t('analysis.byAverage'),
          ],
          [
            t('stat.of.passRate'),
            rate(agency.passRate),
            t('analysis.examRate', { rate: rate(all.passRate) }),
          ],
          [
            t('stat.of.excellentRate'),
            rate(agency.excellentRate),
            t('analysis.examRate', { rate: rate(all.excellentRate) }),
          ],
        ]}
      />
      <h2>{t('analysis.sessions')}</h2>
      <div className={styles.pair}>
        {sessions.length > 2 && <Radar sessions={sessions} own={t('analysis.agencyAverage')} />}
        <SessionTable sessions={sessions} own={t('analysis.agencyAverage')} />
      </div>
      <Bands segments={all.segments} own={null} />
      <h2>{t('analysis.pupils')}</h2>
      {agency.pupils.length === 0 ? (
        <p className={paper.note}>{t('analysis.noPupils')}</p>
      ) : (
        <table className={paper.lines}>
          <thead>
            <tr>
              <th scope="col" data-number>
                {t('analysis.agencyPlace')}
              </th>
              <th scope="col">{t('analysis.pupil')}</th>
              <th scope="col">{t('analysis.ticket')}</th>
              <th scope="col" data-number>
                {t('analysis.total')}
              </th>
              <th scope="col" data-number>
                {t('analysis.place')}
              </th>
            </tr>
          </thead>
          <tbody>
            {agency.pupils.map(one => (
              <tr key={one.studentId}>
                <td data-number>{one.agentRank}</td>
                <td>{one.studentName}</td>
                <td>{one.ticketNo}</td>
                <td data-number>{one.total}</td>
                <td data-number>{one.rankNo}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
