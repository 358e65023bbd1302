import type { NoticeEventCode } from '@yikao/model/contexts/notice/notice.codes.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Tx } from '../../engine/table/sql.ts';
import type { PeopleQuery } from './people.ts';
import { type Telling, tell } from './tell.ts';

/** A paid order, as the listener of its payment receives it. */
interface PaidOrder {
  readonly rowKey: number;
  readonly version: number;
  readonly orderNo: string;
}

/** The parts of an event of payments that differ between kinds of orders. */
interface PaidEvent<Order> {
  readonly event: NoticeEventCode;
  /** Name of the orders' dataset, for the occasion. */
  readonly orders: string;
  /** The people to be notified of one order. */
  readonly people: (order: Order) => PeopleQuery;
  /** Variables of the event's sentence other than the number of the order. */
  readonly values: (order: Order) => Telling['values'];
}

/** Tells people of each paid order, in the transaction of the payment. */
export async function tellOfPaid<Order extends PaidOrder>(
  engine: Engine,
  db: Tx,
  orders: readonly Order[],
  { event, orders: name, people, values }: PaidEvent<Order>,
): Promise<void> {
  for (const order of orders) {
    await tell(engine, db, event, {
      occasion: `${name}:${order.rowKey}/${order.version}`,
      people: people(order),
      values: { ...values(order), order: order.orderNo },
      rowId: order.rowKey,
    });
  }
}
