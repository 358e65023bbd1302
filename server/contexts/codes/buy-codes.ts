import { registry } from '@yikao/model/contexts/datasets.ts';
import type { PayChannel } from '@yikao/model/contexts/payment/payment.codes.ts';
import { payType as payTypeCodes } from '@yikao/model/contexts/payment/payment.codes.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare, halfUp2, times } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { findRow } from '../../engine/read/info.ts';
import { readParameter } from '../../engine/read/parameter.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { transact } from '../../engine/write/transaction.ts';
import { madeNumber } from '../payment/numbers.ts';
import { assertPrice } from '../sales/order-money.ts';
import { enabled } from '../shared/enabled.ts';

const { cardOrder } = registry;

/** A purchase as a call asks for it. */
export interface Purchase {
  readonly cardId: number;
  readonly quantity: number;
  readonly payType: NonNullable<RowOf<typeof cardOrder>['payType']>;
  readonly partnersId?: number | undefined;
  readonly channelId?: number | undefined;
  readonly remark?: string | null | undefined;
}

/** A purchase that was placed. */
export interface Placed {
  readonly orderId: number;
  readonly orderNo: string;
  readonly amount: string;
}

function wrong(field: 'cardId' | 'partnersId' | 'channelId' | 'payType', zh: string, en: string): Error {
  return failure('invalidFields', {
    issues: [issue(field, 'rule', { zh, en })],
    labels: () => cardOrder.fields[field].label,
  });
}

/** The partner who buys: the actor's own, or the one named by a person who is bound to none. */
async function buyerOf(db: Db, actor: Actor, partnersId: number | undefined): Promise<number> {
  const id = partnersId ?? actor.partnersIds?.[0];
  if (id === undefined) throw wrong('partnersId', '请选择采购的合伙人', 'Choose the partner who buys');
  const reached = actor.partnersIds === null || actor.partnersIds.includes(id);
  const found = await sql<Columns<typeof registry.partners, 'status'>>`
    select status from t_partners where partners_id = ${id} and not deleted for key share`.execute(db);
  if (!reached || found.rows[0]?.status !== enable.is.enabled)
    throw wrong('partnersId', '合伙人不存在或已停用', 'There is no such partner, or it is disabled');
  return id;
}

/** The present price of a card's codes, and their end. Throws `notFound` for a card that is not for sale. */
export async function priceOf(
  engine: Engine,
  cardId: number,
): Promise<{ readonly price: string; readonly expireTime: string }> {
  const found = await sql<Columns<typeof registry.card, 'price' | 'expireTime'>>`
    select price, expire_time from t_card
    where card_id = ${cardId} and status = ${enabled} and sale_flag = 1 and not deleted`.execute(engine.db);
  const [card] = found.rows;
  if (!card) throw failure('notFound');
  return { price: card.price, expireTime: shanghaiTime(card.expireTime) };
}

/** A number that no purchase has. */
async function freshNumber(db: Db, now: Date): Promise<string> {
  for (;;) {
    const orderNo = madeNumber('C', now);
    const found = await sql`select 1 from t_card_order where order_no = ${orderNo}`.execute(db);
    if (found.rows.length === 0) return orderNo;
  }
}

/** Payment types that a purchase can be placed with: vendors, a transfer or cash (domain 0.5, `@payType`). */
const payTypes: readonly number[] = [1, 2, 3, 4, 5];

/** Reports whether a vendor takes a payment of this type. */
export function isVendor(payType: number): payType is PayChannel {
  return payType >= payTypeCodes.is.wechat && payType <= payTypeCodes.is.douyin;
}

/**
 * Places a purchase of codes at the card's present price (domain G4). It waits for its payment for `pay.expireMin`
 * minutes; one that is paid by transfer or in cash, a week. The caller checks the permission. Throws `invalidFields`.
 */
export async function placePurchase(engine: Engine, actor: Actor, asked: Purchase): Promise<Placed> {
  const { cardId, quantity, payType, channelId = null, remark = null } = asked;
  if (!payTypes.includes(payType)) throw wrong('payType', '不支持该支付方式', 'cannot pay a purchase');
  return transact(engine.db, async db => {
    const now = engine.clock.now();
    const partnersId = await buyerOf(db, actor, asked.partnersId);
    const card = await findRow(engine, db, registry.card, actor, cardId);
    if (card?.status !== enable.is.enabled || card.saleFlag !== 1)
      throw wrong('cardId', '该卡不存在、已停用或不可售', 'There is no such card, or it is not for sale');
    if (card.expireTime === null || card.expireTime <= now)
      throw wrong('cardId', '该卡的权益已到期', 'The entitlement of the card has ended');
    if (compare(card.price, '0') <= 0) throw wrong('cardId', '该卡没有售价', 'The card has no price');
    if (channelId !== null) {
      const channel = await findRow(engine, db, registry.channel, actor, channelId);
      if (!channel || (channel.partnersId !== null && channel.partnersId !== partnersId))
        throw wrong('channelId', '渠道不存在或不属于该合伙人', 'There is no such channel of this partner');
    }
    const minutes = isVendor(payType) ? await readParameter(db, 'pay.expireMin') : 7 * 24 * 60;
    const orderNo = await freshNumber(db, now);
    assertPrice(card.price);
    const amount = halfUp2(times(card.price, quantity));
    const [orderId = 0] = await insertRows(
      engine,
      db,
      cardOrder,
      [
        {
          ...{ orderNo, cardId, quantity, amount, payType, partnersId, channelId, remark },
          unitPrice: card.price,
          userId: actor.userId,
          expireTime: shanghaiTime(new Date(now.getTime() + minutes * 60_000)),
          codeExpireTime: shanghaiTime(card.expireTime),
        },
      ],
      { by: actor },
    );
    return { orderId, orderNo, amount };
  });
}
