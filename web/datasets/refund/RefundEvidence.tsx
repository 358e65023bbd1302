import { useQuery } from '@tanstack/react-query';
import { salesCalls } from '@yikao/model/calls/sales.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { Alert, Skeleton, Timeline } from 'antd';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { send } from '../../engine/api/send.ts';
import { Amount } from '../../engine/payment/Amount.tsx';
import { UsedEntitlements } from '../../engine/payment/UsedEntitlements.tsx';
import { can } from '../../engine/session/session.ts';
import { useSession } from '../../engine/session/use-session.ts';
import { PageLink } from '../../engine/tab/PageLink.tsx';
import type { WireRow } from '../../engine/wire-row.ts';
import styles from './RefundEvidence.module.css';

const { refund, serviceOrder } = registry;

type Refund = WireRow<typeof refund.fields>;

interface RefundEvidenceProps {
  readonly row: Refund;
  /** Whether it is to be decided just now. */
  readonly asking: boolean;
}

/** The facts that a refund is decided by: the order and its refunds, the use of it, and who has looked at it before. */
export function RefundEvidence({ row, asking }: RefundEvidenceProps) {
  const { t } = useTranslation('sales');
  const orderNo = row.orderNo ?? '';
  const facts = useQuery({
    queryKey: ['refundFacts', orderNo],
    queryFn: ({ signal }) => send(salesCalls.refundFacts, { query: { orderNo }, signal, toast: false }),
    gcTime: 0,
    retry: false,
  });
  const used = facts.data?.entitlements.some(({ usedNum }) => usedNum > 0) ?? (row.usedNum ?? 0) > 0;
  return (
    <div className={styles.evidence}>
      {asking && <People row={row} used={used} />}
      <dl className={styles.facts}>
        <dt>{t('review.asked')}</dt>
        <dd className={styles.asked}>
          <Amount value={row.amount ?? 0} />
        </dd>
        <dt>{t('review.reason')}</dt>
        <dd>{row.reason}</dd>
        <dt>{t('review.order')}</dt>
        <dd>
          {can('order:service:list') ? (
            <PageLink path={`${serviceOrder.menu?.at}?orderNo=${orderNo}`}>{orderNo}</PageLink>
          ) : (
            orderNo
          )}
        </dd>
        <dt>{t('review.paid')}</dt>
        <dd>
          <Amount value={facts.data?.payAmount ?? row.payAmount ?? 0} />
          {' / '}
          <Amount value={facts.data?.refundAmount ?? 0} />
        </dd>
      </dl>
      <section>
        <h4>{t('review.used')}</h4>
        {facts.data ? (
          <UsedEntitlements of={facts.data.entitlements} />
        ) : facts.error instanceof ApiError ? (
          <Alert type="warning" showIcon title={facts.error.message} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 2 }} />
        )}
      </section>
      <section>
        <h4>{t('review.history')}</h4>
        <Course row={row} />
      </section>
    </div>
  );
}

/** Who has to say yes, said to the person who is about to (domain 3.2; 0.7, 10). */
function People({ row, used }: { readonly row: Refund; readonly used: boolean }) {
  const { t } = useTranslation('sales');
  const { userId } = useSession();
  // Of one's own the dialog itself says that another person is needed.
  const key =
    row.applyBy === userId
      ? undefined
      : row.firstAuditBy === userId
        ? 'first'
        : row.firstAuditBy
          ? 'second'
          : used
            ? 'needsTwo'
            : undefined;
  if (!key) return null;
  return <Alert type={key === 'first' ? 'warning' : 'info'} showIcon title={t(`review.${key}`)} />;
}

/** The events of a refund, from the application on. */
function Course({ row }: { readonly row: Refund }) {
  const { t } = useTranslation('sales');
  const { refundStatus } = row;
  const names = row as Readonly<Record<string, unknown>>;
  const entries = [
    { key: 'applied' as const, who: names.applyByName, when: row.createTime, note: null, colour: 'blue' },
    ...(row.firstAuditBy
      ? [{ key: 'firstPass' as const, who: names.firstAuditByName, when: null, note: null, colour: 'blue' }]
      : []),
    ...(row.auditTime
      ? [
          {
            key: refundStatus === 4 ? ('reject' as const) : ('pass' as const),
            who: names.auditByName,
            when: row.auditTime,
            note: row.auditRemark,
            colour: refundStatus === 4 ? 'gray' : 'blue',
          },
        ]
      : []),
    ...(refundStatus === 5
      ? [{ key: 'failed' as const, who: t('review.byVendor'), when: null, note: row.errorMsg, colour: 'red' }]
      : []),
    ...(row.refundTime
      ? [{ key: 'done' as const, who: null, when: row.refundTime, note: null, colour: 'green' }]
      : []),
  ];
  return (
    <Timeline
      className={styles.course ?? ''}
      items={entries.map(({ key, who, when, note, colour }) => ({
        key,
        color: colour,
        content: (
          <>
            <b>{t(`review.${key}`)}</b> {typeof who === 'string' && who}
            {when && <span className={styles.when}>{when}</span>}
            {note && <div className={styles.note}>{note}</div>}
          </>
        ),
      }))}
    />
  );
}
