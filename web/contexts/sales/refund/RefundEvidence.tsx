import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { payBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { hasReviewed, needsSecondReview } from '@yikao/model/contexts/sales/rules/refund-review.ts';
import { salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { refundKind, refundStatus as refundStatuses } from '@yikao/model/contexts/sales/sales.codes.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { Alert, Skeleton, Timeline } from 'antd';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { send } from '../../../engine/api/send.ts';
import { listAddress } from '../../../engine/link/page-address.ts';
import { can } from '../../../engine/session/session.ts';
import { useSession } from '../../../engine/session/use-session.ts';
import { PageLink } from '../../../engine/tab/PageLink.tsx';
import type { WireRow } from '../../../engine/wire-row.ts';
import { Amount } from '../../payment/Amount.tsx';
import { UsedEntitlements } from '../UsedEntitlements.tsx';
import styles from './RefundEvidence.module.css';

const { refund, serviceOrder, mockOrder, abroadOrder, cardOrder } = registry;

type Refund = WireRow<typeof refund.fields>;

interface RefundEvidenceProps {
  readonly row: Refund;
  /** True if it is to be decided just now. */
  readonly asking: boolean;
}

/** The list of orders of a kind, for those who may see it. */
function ordersOf(bizType: number | null | undefined, orderNo: string) {
  switch (bizType) {
    case 2:
      return { lists: permissionCode(mockOrder, 'list'), to: listAddress(mockOrder, { orderNo }) };
    case 3:
      return { lists: permissionCode(abroadOrder, 'list'), to: listAddress(abroadOrder, { orderNo }) };
    case 4:
      return { lists: permissionCode(cardOrder, 'list'), to: listAddress(cardOrder, { orderNo }) };
    default:
      return { lists: permissionCode(serviceOrder, 'list'), to: listAddress(serviceOrder, { orderNo }) };
  }
}

/** The facts for deciding a refund: the order and its refunds, its usage, and earlier reviewers. */
export function RefundEvidence({ row, asking }: RefundEvidenceProps) {
  const { t } = useTranslation('sales');
  const orderNo = row.orderNo ?? '';
  const { bizType } = row;
  const unowed = row.refundKind === refundKind.is.notOwed;
  const facts = useQuery({
    queryKey: ['refundFacts', bizType, orderNo],
    queryFn: ({ signal }) =>
      send(salesCalls.refundFacts, { query: { bizType, orderNo }, signal, toast: false }),
    gcTime: 0,
    retry: false,
    enabled: !unowed,
  });
  const used = facts.data?.used ?? (row.usedNum ?? 0) > 0;
  const { lists, to } = ordersOf(bizType, orderNo);
  return (
    <div className={styles.evidence}>
      {asking && <People row={row} used={used} />}
      {unowed && <Alert type="info" showIcon title={t('review.unowed')} />}
      <dl className={styles.facts}>
        <dt>{t('review.asked')}</dt>
        <dd className={styles.asked}>
          <Amount value={row.amount ?? 0} />
        </dd>
        <dt>{t('review.reason')}</dt>
        <dd>{row.reason}</dd>
        <dt>{t('review.order')}</dt>
        <dd>{can(lists) ? <PageLink to={to}>{orderNo}</PageLink> : orderNo}</dd>
        <dt>{t('review.paid')}</dt>
        <dd>
          <Amount value={facts.data?.payAmount ?? row.payAmount ?? 0} />
          {' / '}
          <Amount value={facts.data?.refundAmount ?? 0} />
        </dd>
      </dl>
      {!unowed && (
        <section>
          <h2>{t('review.used')}</h2>
          {facts.data ? (
            facts.data.bizType === payBizType.is.mock ? (
              <p className={styles.note}>{t(facts.data.used ? 'review.arranged' : 'review.notArranged')}</p>
            ) : facts.data.bizType === payBizType.is.abroad ? (
              <p className={styles.note}>{t(facts.data.used ? 'review.served' : 'review.notServed')}</p>
            ) : facts.data.bizType === payBizType.is.codes ? (
              <p className={styles.note}>{t(facts.data.used ? 'review.activated' : 'review.notActivated')}</p>
            ) : (
              <UsedEntitlements of={facts.data.entitlements} />
            )
          ) : facts.error instanceof ApiError ? (
            <Alert type="warning" showIcon title={facts.error.message} />
          ) : (
            <Skeleton active title={false} paragraph={{ rows: 2 }} />
          )}
        </section>
      )}
      <section>
        <h2>{t('review.history')}</h2>
        <Course row={row} />
      </section>
    </div>
  );
}

/** The required approvals, shown to the person about to approve (domain 3.2; 0.7, 10). */
function People({ row, used }: { readonly row: Refund; readonly used: boolean }) {
  const { t } = useTranslation('sales');
  const { userId } = useSession();
  // For the person's own refund, the dialog already says that another person is needed.
  const key =
    row.applyBy === userId
      ? undefined
      : hasReviewed(row, userId)
        ? 'first'
        : row.firstAuditBy
          ? 'second'
          : needsSecondReview(row, used)
            ? row.bizType === payBizType.is.mock
              ? 'arrangedNeedsTwo'
              : 'needsTwo'
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
            key: refundStatus === refundStatuses.is.rejected ? ('reject' as const) : ('pass' as const),
            who: names.auditByName,
            when: row.auditTime,
            note: row.auditRemark,
            colour: refundStatus === refundStatuses.is.rejected ? 'gray' : 'blue',
          },
        ]
      : []),
    ...(refundStatus === refundStatuses.is.failed
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
