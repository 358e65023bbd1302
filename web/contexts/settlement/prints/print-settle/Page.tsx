import { useQuery } from '@tanstack/react-query';
import { amountInWords } from '@yikao/model/contexts/settlement/rules/amount-words.ts';
import { type Statement, settlementCalls } from '@yikao/model/contexts/settlement/settlement.calls.ts';
import { settleStatus } from '@yikao/model/contexts/settlement/settlement.codes.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { sum } from '@yikao/model/rules/money.ts';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../engine/api/send.ts';
import { usePageQuery } from '../../../../engine/link/page-address.ts';
import styles from '../../../../engine/paper/Paper.module.css';
import { Paper } from '../../../../engine/paper/Paper.tsx';
import { yuanText } from '../../../../fields/parts/values.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { Lines } from './Lines.tsx';

/**
 * The statement of a settlement on A4 (domain 10): `/printSettle?settleId=4`, for people who may read the settlement.
 */
export default function SettlementPrintPage() {
  const { t } = useTranslation('settle');
  const query = usePageQuery('/printSettle');
  const settleId = Number(query.get('settleId'));
  const asked = useQuery({
    queryKey: ['settleStatement', settleId],
    queryFn: ({ signal }) => send(settlementCalls.statement, { query: { settleId }, signal, toast: false }),
    enabled: Number.isSafeInteger(settleId) && settleId > 0,
    retry: false,
  });
  const failed = asked.isError || !(settleId > 0);
  return (
    <Paper
      print={t('print.print')}
      failed={failed ? { title: t('print.failed'), text: t('print.failedText') } : undefined}
    >
      {asked.data && <Sheet of={asked.data} />}
    </Paper>
  );
}

function Sheet({ of: statement }: { readonly of: Statement }) {
  const { t } = useTranslation('settle');
  const language = useLanguage();
  const state = codeItem(settleStatus, statement.settleStatus)?.label[language];
  const head = [
    [t('print.number'), statement.settleNo],
    [t('print.state'), state],
    [t('print.partner'), statement.partnersName],
    [t('print.channel'), statement.channelName ?? t('print.allChannels')],
    [t('print.period'), t('print.periodOf', { from: statement.periodStart, to: statement.periodEnd })],
    [t('print.made'), statement.createTime],
    ...(statement.invoiceNo ? [[t('print.invoice'), statement.invoiceNo]] : []),
    ...(statement.remark ? [[t('print.remark'), statement.remark]] : []),
  ];
  return (
    <>
      <header className={styles.head}>
        <h1>{t('print.title')}</h1>
        {statement.settleStatus === settleStatus.is.draft && (
          <p className={styles.draft}>{t('print.draft')}</p>
        )}
      </header>
      <dl className={styles.facts}>
        {head.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Summary of={statement} />
      {statement.agencies.length > 0 && <Agencies of={statement} />}
      <h2>{t('print.details')}</h2>
      <Lines of={statement} />
      {statement.purchases.length > 0 && <Purchases of={statement} />}
      <section className={styles.ending}>
        <h2>{t('print.payee')}</h2>
        <dl className={styles.facts}>
          {(['accountName', 'bankName', 'bankNo'] as const).map(name => (
            <div key={name}>
              <dt>{t(`print.${name}`)}</dt>
              <dd>{statement[name] ?? t('print.none')}</dd>
            </div>
          ))}
          {statement.payTime && (
            <div>
              <dt>{t('print.paidAt')}</dt>
              <dd>{statement.payTime}</dd>
            </div>
          )}
        </dl>
        <div className={styles.signs}>
          <Sign name={t('print.submitBy')} by={statement.submitBy} />
          <Sign name={t('print.confirmBy')} by={statement.confirmBy} />
          <Sign name={t('print.finance')} by={null} />
          <Sign name={t('print.partnerSign')} by={null} />
        </div>
      </section>
    </>
  );
}

/** Sums from the orders to the payment, which is also written in words. */
function Summary({ of: statement }: { readonly of: Statement }) {
  const { t } = useTranslation('settle');
  const { payableAmount, parentCommission } = statement;
  return (
    <>
      <table className={styles.sums}>
        <thead>
          <tr>
            {(['orderNum', ...parts, 'payableAmount'] as const).map(name => (
              <th key={name} scope="col">
                {t(`sums.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{statement.orderNum}</td>
            {parts.map(name => (
              <td key={name}>{yuanText(statement[name])}</td>
            ))}
            <td>
              <b>{yuanText(payableAmount)}</b>
            </td>
          </tr>
          <tr>
            <th scope="row" colSpan={2}>
              {t('print.inWords')}
            </th>
            <td colSpan={6} className={styles.words} lang="zh-CN">
              {t('print.currency')}
              {amountInWords(payableAmount.toFixed(2))}
            </td>
          </tr>
        </tbody>
      </table>
      {parentCommission !== 0 && (
        <p className={styles.note}>{t('print.parents', { amount: yuanText(parentCommission) })}</p>
      )}
      {payableAmount <= 0 && (
        <p className={styles.note}>{t(payableAmount === 0 ? 'print.zero' : 'print.carried')}</p>
      )}
    </>
  );
}

const parts = [
  'orderAmount',
  'refundAmount',
  'baseAmount',
  'commission',
  'carriedAmount',
  'adjustAmount',
] as const;

/** The share of the commission that the partner passes on, agency by agency, and the rest (0.7, 17). */
function Agencies({ of: statement }: { readonly of: Statement }) {
  const { t } = useTranslation('settle');
  return (
    <>
      <h2>{t('print.agencies')}</h2>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t('print.agency')}</th>
            <th scope="col" data-number>
              {t('print.lineNum')}
            </th>
            <th scope="col" data-number>
              {t('print.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {statement.agencies.map(({ agentName, lineNum, amount }) => (
            <tr key={agentName}>
              <td>{agentName}</td>
              <td data-number>{lineNum}</td>
              <td data-number>{yuanText(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('print.rest')}
            </th>
            <td data-number>{yuanText((statement.commission - statement.agentCommission).toFixed(2))}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}

/** The codes that the partner bought in the period. They earn no commission, and no sum of the settlement has them. */
function Purchases({ of: { purchases } }: { readonly of: Statement }) {
  const { t } = useTranslation('settle');
  const total = (name: 'payAmount' | 'refundAmount') =>
    yuanText(sum(purchases.map(one => one[name].toFixed(2))));
  return (
    <>
      <h2>{t('print.purchases')}</h2>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t('columns.orderNo')}</th>
            <th scope="col">{t('print.card')}</th>
            {(['quantity', 'unitPrice', 'bought', 'givenBack'] as const).map(name => (
              <th key={name} scope="col" data-number>
                {t(`print.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {purchases.map(one => (
            <tr key={one.orderNo}>
              <td>{one.orderNo}</td>
              <td>{one.cardName}</td>
              <td data-number>{one.quantity}</td>
              <td data-number>{yuanText(one.unitPrice)}</td>
              <td data-number>{yuanText(one.payAmount)}</td>
              <td data-number>{yuanText(one.refundAmount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              {t('print.total')}
            </th>
            <td data-number>{total('payAmount')}</td>
            <td data-number>{total('refundAmount')}</td>
          </tr>
        </tfoot>
      </table>
      <p className={styles.note}>{t('print.purchasesNote')}</p>
    </>
  );
}

/** A signature line, with the name of the person who did it in the product. */
function Sign({ name, by }: { readonly name: string; readonly by: string | null }) {
  const { t } = useTranslation('settle');
  return (
    <div>
      <span>{name}</span>
      <i>{by}</i>
      <span>{t('print.date')}</span>
      <i />
    </div>
  );
}
