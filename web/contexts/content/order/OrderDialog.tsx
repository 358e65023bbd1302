import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderModal, OrderRows } from '../../../engine/order/OrderModal.tsx';
import styles from './order.module.css';
import { SortableList } from './SortableList.tsx';
import type { Order } from './use-order.ts';

interface OrderDialogProps {
  readonly title: string;
  readonly order: Order;
  /** The person may save an order. */
  readonly editable: boolean;
  /** The inputs that choose the rows, and the values for the phone. */
  readonly inputs: ReactNode;
  /** The page of the app. */
  readonly phone: ReactNode;
  /** The rows that the phone shows now; undefined until known. */
  readonly shown: ReadonlySet<number> | undefined;
  readonly onClose: () => void;
}

/** Puts rows in order beside the page of the app that shows them, as wide as a phone (domain section 10). */
export function OrderDialog({ title, order, editable, inputs, phone, shown, onClose }: OrderDialogProps) {
  const { t } = useTranslation('display');
  return (
    <OrderModal
      {...{ title, order, editable, onClose }}
      width="min(1080px, 94vw)"
      save={t('order.save')}
      leave={t('order.leave')}
    >
      <Flex wrap gap={24} align="flex-start">
        <div className={styles.pane}>
          <div className={styles.inputs}>{inputs}</div>
          <p className={styles.hint}>{t('order.hint')}</p>
          <OrderRows
            order={order}
            isEmpty={order.items.length === 0}
            words={{
              tooMany: max => t('order.tooMany', { max }),
              failed: t('order.failed'),
              reload: t('order.reload'),
              empty: t('order.empty'),
              emptyHint: t('order.emptyHint'),
            }}
          >
            <SortableList
              items={editable ? order.items : order.items.map(item => ({ ...item, mine: false }))}
              shown={shown}
              onChange={order.put}
            />
          </OrderRows>
        </div>
        <figure className={styles.phone}>
          <figcaption>{t('phone.title')}</figcaption>
          <div className={styles.screen}>{phone}</div>
        </figure>
      </Flex>
    </OrderModal>
  );
}
