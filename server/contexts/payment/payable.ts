import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { PayBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Actor } from '../../engine/scope/actor.ts';

/** An order that can be paid now. */
export interface Payable {
  readonly orderNo: string;
  /** Yuan; above zero. */
  readonly amount: string;
  /** The subject of a payment, as the payer reads it. */
  readonly title: string;
  /** After it the order closes. */
  readonly expireTime: Date;
  readonly partnersId: number | null;
  /** The order's salesperson: people limited to own rows see its payments. */
  readonly saleUserId: number | null;
  readonly siteKey: RowOf<typeof registry.payRecord>['siteKey'];
  readonly imageUrl?: string;
}

/**
 * Finds orders of one kind. `find` returns undefined for an order that does not exist or is out of the actor's reach,
 * throws `forbidden` if the actor may not start its payment, and `notPayable` if it is not waiting for payment; `see`
 * returns whether the actor may see the order.
 */
export interface PayableOrders {
  find(engine: Engine, actor: Actor, orderNo: string): Promise<Payable | undefined>;
  see(engine: Engine, actor: Actor, orderNo: string): Promise<boolean>;
}

/** The kinds of orders that can be paid, as the assembly names them. */
export type PayableKinds = Partial<Record<PayBizType, PayableOrders>>;
