import type { Drawn } from '@yikao/model/contexts/settlement/settlement.calls.ts';
import { useTranslation } from 'react-i18next';
import { yuanText } from '../../../fields/parts/values.ts';
import styles from './PreviewDialog.module.css';

/** Sums from the orders to the payment, in order of calculation. */
const main = [
  'orderAmount',
  'refundAmount',
  'baseAmount',
  'commission',
  'carriedAmount',
  'adjustAmount',
] as const;
const aside = ['parentCommission', 'agentCommission'] as const;

/** The sums of a settlement, with the payable amount last and large. */
export function Sums({ of: drawn }: { readonly of: Drawn }) {
  const { t } = useTranslation('settle');
  return (
    <>
      <dl className={styles.sums}>
        <div>
          <dt>{t('sums.orderNum')}</dt>
          <dd>{drawn.orderNum}</dd>
        </div>
        {main.map(name => (
          <div key={name}>
            <dt>{t(`sums.${name}`)}</dt>
            <dd>{yuanText(drawn[name])}</dd>
          </div>
        ))}
        <div className={styles.payable} data-below={drawn.payableAmount < 0}>
          <dt>{t('sums.payableAmount')}</dt>
          <dd>{yuanText(drawn.payableAmount)}</dd>
        </div>
      </dl>
      <ul className={styles.aside}>
        {aside
          .filter(name => drawn[name] !== 0)
          .map(name => (
            <li key={name}>
              {t(`sums.${name}`)} <b>{yuanText(drawn[name])}</b>
              {name === 'agentCommission' && drawn.agencies.length > 0 && (
                <span>
                  {drawn.agencies
                    .map(({ agentName, amount }) => `${agentName} ${yuanText(amount)}`)
                    .join(' · ')}
                </span>
              )}
            </li>
          ))}
      </ul>
    </>
  );
}
