import { registry } from '@yikao/model/contexts/datasets.ts';
import type { LimitState } from '@yikao/model/contexts/sales/limit-state.ts';
import { Button, Progress, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { LoadFailed } from '../../../engine/boundary/LoadFailed.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import { LimitDialog } from './LimitDialog.tsx';
import styles from './LimitsTab.module.css';
import type { Receiver } from './Receiver.tsx';
import { useLimits } from './use-limits.ts';

const { userLimit } = registry;

/** A candidate's remaining uses this year, for each limit, with inputs to change it. */
export function LimitsTab({ of }: { readonly of: Receiver }) {
  const { t } = useTranslation('consumer');
  const language = useLanguage();
  const [set, setSet] = useState<LimitState['limitType']>();
  const left = useLimits(of.userId);
  if (left.error && !left.data) return <LoadFailed of={left} />;
  if (!left.data) return <Skeleton active title={false} paragraph={{ rows: 7 }} />;
  const { dataYear, limits } = left.data;
  const nameOf = (type: number) =>
    userLimit.fields.limitType.of.items.find(({ code }) => code === type)?.label[language];
  return (
    <>
      <p className={styles.year}>{t('limit.year', { year: dataYear })}</p>
      <ul className={styles.list} aria-label={t('limit.tab')}>
        {limits.map(({ limitType, totalNum, usedNum, leftNum, limitId }) => (
          <li key={limitType}>
            <span className={styles.head}>
              <b>{nameOf(limitType)}</b>
              <span className={styles.kind}>{t(limitId === null ? 'limit.usual' : 'limit.own')}</span>
            </span>
            <Progress
              percent={totalNum === 0 ? 100 : Math.min(100, Math.round((usedNum / totalNum) * 100))}
              showInfo={false}
              size="small"
              status={leftNum === 0 ? 'exception' : 'normal'}
              aria-label={t('limit.used', { used: usedNum, total: totalNum })}
            />
            <span className={styles.foot}>
              <span>{t('limit.used', { used: usedNum, total: totalNum })}</span>
              <span data-none={leftNum === 0}>{t('limit.left', { left: leftNum })}</span>
              {may(userLimit, limitId === null ? 'add' : 'update') && (
                <Button type="link" size="small" onClick={() => setSet(limitType)}>
                  {t('limit.change')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {set !== undefined && (
        <LimitDialog
          to={of}
          dataYear={dataYear}
          limits={limits}
          limitType={set}
          onClose={() => setSet(undefined)}
        />
      )}
    </>
  );
}
