import { type CategoryStanding, consumerCalls } from '@yikao/model/contexts/consumer/consumers.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { Skeleton, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { LoadFailed } from '../../../engine/boundary/LoadFailed.tsx';
import { useKept } from '../../../engine/layout/use-kept.ts';
import { ToneTag } from '../../../fields/parts/CodeTag.tsx';
import { Figures } from '../../../fields/parts/Figures.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './StandingTab.module.css';

const shown = (figure: number | null) => (figure === null ? '—' : figure.toLocaleString('en-US'));

/** A candidate's scores, ranks and place among equal scores, for each joint category (domain 0.7, 23). */
export function StandingTab({ userId }: { readonly userId: number }) {
  const { t } = useTranslation('consumer');
  const found = useKept({
    queryKey: ['row', registry.wishUser.name, 'standing', userId],
    queryFn: ({ signal }) => send(consumerCalls.standing, { query: { userId }, signal, toast: false }),
  });
  if (found.error && !found.data) return <LoadFailed of={found} />;
  if (!found.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  if (found.data.length === 0) return <p className={styles.none}>{t('standing.none')}</p>;
  return (
    <ul className={styles.list} aria-label={t('standing.tab')}>
      {found.data.map(one => (
        <li key={one.jointCategoryId}>
          <Category of={one} />
        </li>
      ))}
    </ul>
  );
}

function Category({ of }: { readonly of: CategoryStanding }) {
  const { t } = useTranslation('consumer');
  const language = useLanguage();
  const { ranks, unranked, tie, peers } = of;
  return (
    <>
      <h2 className={styles.head}>
        {of.name ?? of.jointCategoryId}
        <ToneTag
          tone={of.first ? 'act' : 'plain'}
          text={t(of.first ? 'standing.first' : 'standing.further')}
        />
        {of.provisional && <ToneTag tone="look" text={t('standing.provisional')} />}
      </h2>
      <Figures
        of={[
          [t('standing.prof'), shown(of.profScore)],
          [t('standing.composite'), shown(of.compositeScore)],
          ranks && [
            t('standing.ranks', { year: ranks.dataYear }),
            <Tooltip key="ranks" title={t('standing.rangeText')}>
              <span>{t('standing.range', { from: shown(ranks.from), to: shown(ranks.to) })}</span>
            </Tooltip>,
          ],
          unranked && [t('standing.rank'), t(`standing.unranked.${unranked}`)],
          peers && [
            t('standing.peers'),
            <span key="peers" className={styles.words}>
              {peers.equal === 1
                ? t('standing.alone')
                : peers.from === peers.to
                  ? t('standing.place', { equal: peers.equal, place: peers.from })
                  : t('standing.placeRange', peers)}
            </span>,
          ],
        ]}
      />
      {tie ? (
        <>
          <p className={styles.tie}>{t('standing.tie')}</p>
          <ol className={styles.order}>
            {tie.map(item => (
              <li key={item.zh} data-unknown={item.value === null || undefined}>
                {item[language]}
                <b>{item.value === null ? t('standing.unknown') : shown(item.value)}</b>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p className={styles.tie}>{t('standing.noTie')}</p>
      )}
    </>
  );
}
