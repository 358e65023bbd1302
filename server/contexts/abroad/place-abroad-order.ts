import type { AbroadOrderAsk } from '@yikao/model/contexts/abroad/abroad.calls.ts';
import { abroadOrderSteps } from '@yikao/model/contexts/abroad/abroad-order.machine.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { payType as payTypes } from '@yikao/model/contexts/payment/payment.codes.ts';
import { upStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { readParameter } from '../../engine/read/parameter.ts';
import { holds } from '../../engine/scope/access.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { allOf, type Condition, type Db, type Tx } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { transact } from '../../engine/write/transaction.ts';
import { madeNumber } from '../payment/numbers.ts';
import { assertPrice } from '../sales/order-money.ts';
import { enabled } from '../shared/enabled.ts';
import { inThePool } from '../shared/in-the-pool.ts';
import { hasNumber } from '../shared/lead-numbers.ts';
import { findConsultants } from './consultants.ts';

const leadIs = codesOf(registry.lead.fields.leadStatus.of);

const { abroadItem, abroadOrder, lead, wishUser } = registry;

/** The person an order is for, and whose customer the person is. */
interface Customer {
  readonly userId: number | null;
  readonly studentName: string;
  readonly mobile: string;
  readonly channelId: number | null;
  readonly partnersId: number | null;
}

function wrong(field: keyof AbroadOrderAsk, zh: string, en: string): Error {
  return failure('invalidFields', {
    issues: [issue(field, 'rule', { zh, en })],
    labels: name => abroadOrder.fields[name as 'itemId']?.label,
  });
}

/** The programme, if it is on the shelf; locked, so that it is not taken off meanwhile. Throws `invalidFields`. */
async function itemOnShelf(db: Tx, itemId: number) {
  const found = await sql<Columns<typeof abroadItem, 'countryId' | 'price' | 'upStatus'>>`
    select country_id, price, up_status from t_abroad_item
    where id = ${itemId} and not deleted for share`.execute(db);
  const [item] = found.rows;
  if (item?.upStatus !== upStatus.is.on)
    throw wrong('itemId', '项目不存在或已下架', 'There is no such programme on the shelf');
  return item;
}

/** A candidate within the actor's reach. */
async function candidateWhere(db: Db, actor: Actor, which: Condition): Promise<Customer | undefined> {
  const found = await sql<Customer>`
    select d.user_id, d.user_name as student_name, d.mobile, d.channel_id,
      coalesce(d.partners_id, c.partners_id) as partners_id
    from t_wish_user as d left join t_channel as c on c.channel_id = d.channel_id
    where ${allOf([which, scopeCondition(wishUser, actor, 'd')])} and d.status = ${enabled}
      and not d.deleted`.execute(db);
  return found.rows[0];
}

/** The newest lead of a number within the actor's reach, a colleague's or the pool's too. */
async function leadOf(db: Db, actor: Actor, mobile: string) {
  const within = allOf([hasNumber('d', sql`${mobile}::text`), scopeCondition(lead, inThePool(actor), 'd')]);
  const found = await sql<Columns<typeof lead, 'channelId' | 'partnersId'>>`
    select d.channel_id, d.partners_id from t_lead as d where ${within} and not d.deleted
    order by (d.mobile = ${mobile}) desc, d.data_year desc,
      (d.lead_status in (${leadIs.assigned}, ${leadIs.following}, ${leadIs.interested})) desc, d.lead_id limit 1`.execute(
    db,
  );
  return found.rows[0];
}

/**
 * The person of an order: a candidate, or somebody by name and mobile, whose channel and partner are those of the
 * candidate or lead with that number, as far as the actor may see them. Throws `invalidFields`.
 */
async function customerOf(
  db: Db,
  actor: Actor,
  { userId, studentName, mobile }: AbroadOrderAsk,
): Promise<Customer> {
  if (userId !== undefined) {
    const found = await candidateWhere(db, actor, sql<SqlBool>`d.user_id = ${userId}`);
    if (found) return { ...found, studentName: studentName ?? found.studentName ?? found.mobile };
    throw wrong(
      'userId',
      '考生不存在、已停用或不在您的数据范围内',
      'There is no such candidate within your reach',
    );
  }
  if (studentName === undefined) throw wrong('studentName', '请填写姓名', 'Give the name');
  if (mobile === undefined) throw wrong('mobile', '请填写手机号', 'Give the mobile number');
  const known = await candidateWhere(db, inThePool(actor), sql<SqlBool>`d.mobile = ${mobile}`);
  const from = known ?? (await leadOf(db, actor, mobile));
  return {
    userId: known?.userId ?? null,
    studentName,
    mobile,
    channelId: from?.channelId ?? null,
    partnersId: from?.partnersId ?? null,
  };
}

/** A number that no order has. */
async function freshNumber(db: Db, now: Date): Promise<string> {
  for (;;) {
    const orderNo = madeNumber('A', now);
    const found = await sql`select 1 from t_abroad_order where order_no = ${orderNo}`.execute(db);
    if (found.rows.length === 0) return orderNo;
  }
}

/**
 * Places an order of a programme at its price (domain O4, 3.1). It waits for payment as a service order does; one that
 * is paid by hand or given away is paid in the same transaction. The caller checks the permission to place orders.
 * Throws `invalidFields` for a programme off the shelf or a person out of reach, and `forbidden` if the actor may not
 * record payments.
 */
export async function placeAbroadOrder(
  engine: Engine,
  actor: Actor,
  given: AbroadOrderAsk,
): Promise<{ orderId: number; orderNo: string; status: number; amount: string }> {
  const { itemId, payType = null, transactionId = null, remark = null } = given;
  if (payType !== null && !holds(actor, permissionCode(abroadOrder, 'update'))) throw failure('forbidden');
  const consultantId = given.consultantId ?? actor.userId;
  // Somebody limited to own rows would lose sight of the order.
  if (actor.ownRowsOnly && consultantId !== actor.userId)
    throw wrong(
      'consultantId',
      '只能以本人为顾问下单',
      'You can place orders with yourself as consultant only',
    );
  return transact(engine.db, async db => {
    const { price, countryId } = await itemOnShelf(db, itemId);
    const customer = await customerOf(db, actor, given);
    const consultant = (await findConsultants(db, actor, [consultantId])).get(consultantId);
    if (!consultant)
      throw wrong(
        'consultantId',
        '该顾问已停用，或不在您的数据范围内',
        'This consultant is out of your reach',
      );
    const now = engine.clock.now();
    assertPrice(price);
    const amount = payType === payTypes.is.free ? '0.00' : price;
    const orderNo = await freshNumber(db, now);
    const minutes = await readParameter(db, 'pay.expireMin');
    const [orderId = 0] = await insertRows(
      engine,
      db,
      abroadOrder,
      [
        {
          ...customer,
          partnersId: customer.partnersId ?? consultant.partnersId,
          ...{ orderNo, itemId, countryId, amount, consultantId, remark },
          expireTime: shanghaiTime(new Date(now.getTime() + minutes * 60_000)),
        },
      ],
      { by: actor },
    );
    const paid = payType !== null || compare(amount, '0') === 0;
    if (paid) {
      await takeStep(engine, abroadOrderSteps, 'pay', {
        keys: orderId,
        by: { kind: 'step', actor, cause: 'abroadOrder.place' },
        given: { payType: payType ?? 9, payTime: null, transactionId },
        within: db,
      });
    }
    return { orderId, orderNo, status: paid ? 1 : 0, amount };
  });
}
