import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import {
  type PayBizType,
  type PayChannel,
  payBizType,
  payChannel,
} from '@yikao/model/contexts/payment/payment.codes.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Alert, Button, QRCode, Segmented, Spin } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOfHouse } from '../../engine/access/may.ts';
import { Dialog } from '../../engine/dialogs/Dialog.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { Amount } from './Amount.tsx';
import styles from './PayDialog.module.css';
import { type Payment, usePayment } from './use-payment.ts';

interface PayDialogProps {
  readonly bizType: PayBizType;
  readonly orderNo: string;
  /** Yuan. */
  readonly amount: number | string;
  /** The subject of the payment. */
  readonly title: string;
  /** The vendor to begin with. */
  readonly first?: PayChannel;
  /** Datasets whose rows are reloaded after the payment. */
  readonly changed: readonly AnyDataset[];
  /** Shown after the payment, in place of the sentence that an entitlement has begun. */
  readonly after?: ReactNode;
  readonly onClose: () => void;
}

/** A purchase of codes that a partner's own people place is paid by them; everybody else collects the money. */
const paysItself = (bizType: PayBizType): boolean => bizType === payBizType.is.codes && !isOfHouse();

/** Shows an order's payment code and the progress of the payment; stops polling once it is closed (domain 10). */
export function PayDialog(props: PayDialogProps) {
  const { bizType, orderNo, amount, title, first = 1, changed, after, onClose } = props;
  const { t } = useTranslation('sales');
  const language = useLanguage();
  const [payType, setPayType] = useState<PayChannel>(first);
  return (
    <Dialog
      title={t(paysItself(bizType) ? 'pay.titleOwn' : 'pay.title')}
      width={420}
      footer={null}
      mask={{ closable: false }}
      onClose={onClose}
    >
      <div className={styles.head}>
        <Amount value={amount} size="large" />
        <span className={styles.title}>{title}</span>
        <span className={styles.number}>{orderNo}</span>
      </div>
      <Segmented<PayChannel>
        block
        aria-label={t('pay.channel')}
        value={payType}
        onChange={setPayType}
        options={payChannel.items.map(({ code, label }) => ({ value: code, label: label[language] }))}
      />
      <Paying
        key={payType}
        order={{ bizType, orderNo, payType }}
        changed={changed}
        after={after}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface PayingProps {
  readonly order: Parameters<typeof usePayment>[0];
  readonly changed: readonly AnyDataset[];
  readonly after: ReactNode;
  readonly onClose: () => void;
}

function Paying({ order, changed, after, onClose }: PayingProps) {
  const { t } = useTranslation('sales');
  const payment = usePayment(order, changed);
  const { standing, refused, retry, again, lost } = payment;
  const retryButton = <Button onClick={retry}>{t('pay.retry')}</Button>;
  if (standing === 'preparing') return <Spin className={styles.spin ?? ''} />;
  if (standing === 'refused') {
    return (
      <Alert className={styles.alert ?? ''} type="error" showIcon title={refused} action={retryButton} />
    );
  }
  if (standing === 'paid') {
    return (
      <Outcome
        tone="done"
        icon={<CheckCircleFilled aria-hidden />}
        title={t('pay.paid')}
        text={after ?? t(order.bizType === payBizType.is.service ? 'pay.paidText' : 'pay.paidOnly')}
      >
        <Button type="primary" onClick={onClose}>
          {t('pay.done')}
        </Button>
      </Outcome>
    );
  }
  if (standing === 'closed') {
    return (
      <Outcome
        tone="plain"
        icon={<CloseCircleFilled aria-hidden />}
        title={t('pay.closed')}
        text={t(paysItself(order.bizType) ? 'pay.closedOwn' : 'pay.closedText')}
      >
        {retryButton}
      </Outcome>
    );
  }
  if (standing === 'held') {
    return (
      <Outcome
        tone="look"
        icon={<ExclamationCircleFilled aria-hidden />}
        title={t('pay.held')}
        text={t(paysItself(order.bizType) ? 'pay.heldOwn' : 'pay.heldText')}
      >
        <Button onClick={onClose}>{t('pay.close')}</Button>
      </Outcome>
    );
  }
  return (
    <>
      <Code payment={payment} payType={order.payType} />
      <p className={styles.state} role="status">
        {standing === 'stopped' ? (
          <>
            <span>{t('pay.stopped')}</span>
            <span className={styles.hint}>{t('pay.stoppedText')}</span>
            <Button size="small" onClick={again}>
              {t('pay.again')}
            </Button>
          </>
        ) : (
          <>
            <Spin size="small" />
            <span>{t(lost ? 'pay.lost' : 'pay.checking')}</span>
          </>
        )}
      </p>
    </>
  );
}

function Code({
  payment: { prepaid },
  payType,
}: {
  readonly payment: Payment;
  readonly payType: PayChannel;
}) {
  const { t } = useTranslation('sales');
  const language = useLanguage();
  if (!prepaid) return null;
  const { codeUrl, expireTime } = prepaid;
  if (codeUrl === null)
    return <Alert className={styles.alert ?? ''} type="info" showIcon title={t('pay.inApp')} />;
  // Behind a proxy that does not report its public address, the product's own page has no host.
  const address = codeUrl.startsWith('/') ? window.location.origin + codeUrl : codeUrl;
  const channel = payChannel.items.find(({ code }) => code === payType)?.label[language] ?? '';
  return (
    <div className={styles.code}>
      {/* Black on white in dark mode too: some cameras cannot read inverted codes. */}
      <QRCode value={address} size={208} color="#000000" bgColor="#ffffff" aria-label={t('pay.scan')} />
      <b>{t('pay.scanWith', { channel })}</b>
      <span className={styles.hint}>{t('pay.until', { time: expireTime.slice(0, 16) })}</span>
      {/^https?:/.test(address) && (
        <a href={address} target="_blank" rel="noreferrer">
          {t('pay.open')}
        </a>
      )}
    </div>
  );
}

interface OutcomeProps {
  readonly tone: 'done' | 'look' | 'plain';
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: ReactNode;
  readonly children: ReactNode;
}

function Outcome({ tone, icon, title, text, children }: OutcomeProps) {
  return (
    <div className={styles.outcome} role="status" data-tone={tone}>
      <span className={styles.sign}>{icon}</span>
      <b>{title}</b>
      <div className={styles.hint}>{text}</div>
      {children}
    </div>
  );
}
