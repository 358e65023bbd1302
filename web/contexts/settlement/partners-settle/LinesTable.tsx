import { cardType } from '@yikao/model/contexts/sales/sales.codes.ts';
import type { Drawn } from '@yikao/model/contexts/settlement/settlement.calls.ts';
import { itemKind } from '@yikao/model/contexts/settlement/settlement.codes.ts';
import { percentText } from '@yikao/model/rules/percent.ts';
import { useTranslation } from 'react-i18next';
import { CodeTag } from '../../../fields/parts/CodeTag.tsx';
import { Empty } from '../../../fields/parts/Empty.tsx';
import { EmptyState } from '../../../fields/parts/EmptyState.tsx';
import { yuanText } from '../../../fields/parts/values.ts';
import styles from './PreviewDialog.module.css';

/** The lines that a settlement would have. */
export function LinesTable({ of: drawn }: { readonly of: Drawn }) {
  const { t } = useTranslation('settle');
  const { lines, lineNum } = drawn;
  if (lineNum === 0) return <EmptyState size="small" title={t('empty')} hint={t('emptyHint')} />;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard */}
      <section className={styles.lines} aria-label={t('lines', { count: lineNum })} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('columns.kind')}</th>
              <th scope="col">{t('columns.orderNo')}</th>
              <th scope="col">{t('columns.orderType')}</th>
              <th scope="col">{t('columns.agency')}</th>
              <th scope="col">{t('columns.paid')}</th>
              <th scope="col">{t('columns.refunded')}</th>
              <th scope="col">{t('columns.rate')}</th>
              <th scope="col">{t('columns.commission')}</th>
              <th scope="col">{t('columns.agentCommission')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(line => (
              <tr key={`${line.itemKind} ${line.orderNo}`}>
                <td>
                  <CodeTag of={itemKind} value={line.itemKind} />
                </td>
                <td>{line.orderNo}</td>
                <td>
                  <CodeTag of={cardType} value={line.orderType} />
                </td>
                <td>{line.agentName ?? <Empty />}</td>
                <td>{yuanText(line.payAmount)}</td>
                <td>{yuanText(line.refundAmount)}</td>
                <td>{line.rate === null ? <Empty /> : percentText(line.rate)}</td>
                <td>{yuanText(line.commission)}</td>
                <td>{yuanText(line.agentCommission)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.text}>
        {lines.length < lineNum
          ? `${t('lines', { count: lineNum })} · ${t('more', { shown: lines.length })}`
          : t('lines', { count: lineNum })}
      </p>
    </>
  );
}
