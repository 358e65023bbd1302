import { cardType } from '@yikao/model/contexts/sales/sales.codes.ts';
import type { Statement } from '@yikao/model/contexts/settlement/settlement.calls.ts';
import { itemKind } from '@yikao/model/contexts/settlement/settlement.codes.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { percentText } from '@yikao/model/rules/percent.ts';
import { useTranslation } from 'react-i18next';
import styles from '../../../../engine/paper/Paper.module.css';
import { yuanText } from '../../../../fields/parts/values.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';

/** The lines of a statement; the table's head is repeated on every page, its sums are on the last. */
export function Lines({ of: statement }: { readonly of: Statement }) {
  const { t } = useTranslation('settle');
  const language = useLanguage();
  const { lines, lineNum } = statement;
  return (
    <>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col" data-number>
              #
            </th>
            <th scope="col">{t('columns.kind')}</th>
            <th scope="col">{t('columns.orderNo')}</th>
            <th scope="col">{t('columns.orderType')}</th>
            <th scope="col" data-number>
              {t('columns.paid')}
            </th>
            <th scope="col" data-number>
              {t('columns.refunded')}
            </th>
            <th scope="col" data-number>
              {t('columns.rate')}
            </th>
            <th scope="col" data-number>
              {t('columns.commission')}
            </th>
            <th scope="col" data-number>
              {t('columns.agentCommission')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={`${line.itemKind} ${line.orderNo}`}>
              <td data-number>{at + 1}</td>
              <td>{codeItem(itemKind, line.itemKind)?.label[language]}</td>
              <td>{line.orderNo}</td>
              <td>{codeItem(cardType, line.orderType)?.label[language] ?? '–'}</td>
              <td data-number>{yuanText(line.payAmount)}</td>
              <td data-number>{yuanText(line.refundAmount)}</td>
              <td data-number>{line.rate === null ? '–' : percentText(line.rate)}</td>
              <td data-number>{yuanText(line.commission)}</td>
              <td data-number>{yuanText(line.agentCommission)}</td>
            </tr>
          ))}
          <tr className={styles.total}>
            <th scope="row" colSpan={4}>
              {t('print.total')} · {t('lines', { count: lineNum })}
            </th>
            <td data-number>{yuanText(statement.orderAmount)}</td>
            <td data-number>{yuanText(statement.refundAmount)}</td>
            <td />
            <td data-number>{yuanText((statement.commission + statement.carriedAmount).toFixed(2))}</td>
            <td data-number>{yuanText(statement.agentCommission)}</td>
          </tr>
        </tbody>
      </table>
      {lines.length < lineNum && <p className={styles.note}>{t('more', { shown: lines.length })}</p>}
    </>
  );
}
