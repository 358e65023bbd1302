import { limits } from '@yikao/model/limits.ts';
import { Alert, Button, Empty, Modal, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackCloses } from '../../../engine/boundary/BackCloses.tsx';
import { useLeaveQuestion } from '../../../engine/boundary/use-leave-question.ts';
import { usePhone } from '../../../engine/use-media.ts';
import styles from './order.module.css';
import { SortableList } from './SortableList.tsx';
import type { Order } from './use-order.ts';

interface OrderDialogProps {
  readonly title: string;
  readonly order: Order;
  /** The person may save an order. */
  readonly editable: boolean;
  /** The inputs that choose the rows, and what the phone is told. */
  readonly inputs: ReactNode;
  /** The page of the app. */
  readonly phone: ReactNode;
  /** The rows that the phone shows now; undefined until known. */
  readonly shown: ReadonlySet<number> | undefined;
  readonly onClose: () => void;
}

/** Puts rows in order beside the page of the app that shows them, as wide as a phone (domain section 10). */
export function OrderDialog({ title, order, editable, inputs, phone, shown, onClose }: OrderDialogProps) {
  const { t } = useTranslation(['display', 'common']);
  const narrow = usePhone();
  const ask = useLeaveQuestion();
  const leave = () => (order.dirty ? ask(t('order.leave'), onClose) : onClose());
  return (
    <Modal
      open
      title={title}
      width={narrow ? '100%' : 'min(1080px, 94vw)'}
      centered
      styles={{ body: { maxHeight: 'calc(100dvh - 180px)', overflow: 'auto' } }}
      mask={{ closable: false }}
      onCancel={leave}
      footer={[
        <Button key="close" onClick={leave}>
          {t('common:cancel')}
        </Button>,
        editable && (
          <Button
            key="save"
            type="primary"
            loading={order.saving}
            disabled={!order.dirty || order.over}
            onClick={() => void order.save()}
          >
            {t('order.save')}
          </Button>
        ),
      ]}
    >
      <BackCloses onBack={leave} />
      <div className={styles.columns}>
        <div className={styles.pane}>
          <div className={styles.inputs}>{inputs}</div>
          <p className={styles.hint}>{t('order.hint')}</p>
          {order.problem !== undefined && <Alert type="warning" showIcon title={order.problem} />}
          {order.over && (
            <Alert type="warning" showIcon title={t('order.tooMany', { max: limits.orderedRows })} />
          )}
          {order.loading ? (
            <Skeleton active paragraph={{ rows: 4 }} />
          ) : order.failed ? (
            <Alert
              type="error"
              showIcon
              title={t('order.failed')}
              action={<Button onClick={order.reload}>{t('order.reload')}</Button>}
            />
          ) : order.items.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('order.empty')} />
          ) : (
            <SortableList
              items={editable ? order.items : order.items.map(item => ({ ...item, mine: false }))}
              shown={shown}
              onChange={order.put}
            />
          )}
        </div>
        <figure className={styles.phone}>
          <figcaption>{t('phone.title')}</figcaption>
          <div className={styles.screen}>{phone}</div>
        </figure>
      </div>
    </Modal>
  );
}
