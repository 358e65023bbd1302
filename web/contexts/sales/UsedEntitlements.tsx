import type { RefundFacts } from '@yikao/model/contexts/sales/sales.calls.ts';
import { entitlementStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { CodeTag } from '../../fields/parts/CodeTag.tsx';
import styles from './UsedEntitlements.module.css';

/** The entitlements of an order with their usage: the evidence for a refund (domain 0.7, 10). */
export function UsedEntitlements({ of }: { readonly of: RefundFacts['entitlements'] }) {
  const { t } = useTranslation('sales');
  if (of.length === 0) return <p className={styles.none}>{t('refund.none')}</p>;
  return (
    <ul className={styles.list} aria-label={t('refund.used')}>
      {of.map(({ cardName, usedNum, countLimit, expireTime, status }) => (
        <li key={`${cardName} ${expireTime}`}>
          <span className={styles.head}>
            <b>{cardName}</b>
            <CodeTag of={entitlementStatus} value={status} />
          </span>
          {countLimit !== null && countLimit > 0 && (
            <Progress
              percent={Math.min(100, Math.round((usedNum / countLimit) * 100))}
              showInfo={false}
              size="small"
              status="normal"
              aria-label={t('refund.usedOf', { used: usedNum, limit: countLimit })}
            />
          )}
          <span className={styles.foot}>
            <span data-used={usedNum > 0}>
              {countLimit === null
                ? t('refund.usedOnly', { used: usedNum })
                : t('refund.usedOf', { used: usedNum, limit: countLimit })}
            </span>
            <span>{t('refund.until', { time: expireTime.slice(0, 10) })}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
