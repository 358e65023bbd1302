import type { PayBizType } from '@yikao/model/codes/payment.ts';
import type { Actor } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';

/** An order that somebody may pay just now. */
export interface Payable {
  readonly orderNo: string;
  /** Yuan; more than nought. */
  readonly amount: string;
  /** The subject of a payment, as the payer reads it. */
  readonly title: string;
  /** After it the order closes. */
  readonly expireTime: Date;
  readonly partnersId: number | null;
  /** Whose order it is: who sees own rows alone sees its payments. */
  readonly saleUserId: number | null;
  readonly siteKey: string | null;
  readonly imageUrl?: string;
}

/**
 * How orders of one kind are found. `find` answers undefined for an order that is not there or not within the actor's
 * reach, throws `forbidden` where the actor may not have it paid, and `notPayable` where it is not waiting for money;
 * `see` says whether the actor may see the order at all.
 */
export interface PayableOrders {
  find(engine: Engine, actor: Actor, orderNo: string): Promise<Payable | undefined>;
  see(engine: Engine, actor: Actor, orderNo: string): Promise<boolean>;
}

/** The kinds of orders that can be paid, as the assembly names them. */
export type PayableKinds = Partial<Record<PayBizType, PayableOrders>>;
