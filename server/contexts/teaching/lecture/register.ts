import { registry } from '@yikao/model/contexts/datasets.ts';
import { upStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import type { LectureRegistration } from '@yikao/model/contexts/teaching/lecture.calls.ts';
import { lectureApplySteps } from '@yikao/model/contexts/teaching/lecture-apply.machine.ts';
import { lecturePay } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { readableCode } from '@yikao/model/rules/readable-code.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { findRow } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { allOf, countFrom, type Db, type Tx } from '../../../engine/table/sql.ts';
import { insertRows } from '../../../engine/write/internal-write.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { placeOrder } from '../../sales/place-order.ts';
import { enabled } from '../../shared/enabled.ts';
import { shelveAsGoods } from '../as-goods.ts';

const lecturePayIs = codesOf(lecturePay);

const { lecture, lectureApply, wishUser } = registry;

/** Characters of the code by which somebody is signed in. */
const signCodeLength = 12;

type Lecture = Columns<
  typeof lecture,
  'id' | 'lectureName' | 'price' | 'cover' | 'quota' | 'upStatus' | 'startTime' | 'endTime'
>;

/** A registration that was taken, with the order that pays it. */
export interface Registered {
  readonly id: number;
  readonly payStatus: number;
  readonly orderNo: string | null;
}

/** The failure for one wrong field of a registration. */
function wrong(field: 'lectureId' | 'userId' | 'name' | 'mobile', zh: string, en: string): Error {
  return failure('invalidFields', {
    issues: [issue(field, 'rule', { zh, en })],
    labels: name => lectureApply.fields[name as typeof field]?.label,
  });
}

/** A lecture that takes registrations, locked, so that its places are counted one registration after the other. */
async function lockOpenLecture(db: Tx, lectureId: number, now: Date): Promise<Lecture> {
  const found = await sql<Lecture>`
    select id, lecture_name, price, cover, quota, up_status, start_time, end_time from t_lecture
    where id = ${lectureId} and not deleted for update`.execute(db);
  const [row] = found.rows;
  if (row?.upStatus !== upStatus.is.on)
    throw wrong('lectureId', '讲座不存在或未上架', 'There is no such lecture on the shelf');
  if ((row.endTime ?? row.startTime) <= now) throw wrong('lectureId', '讲座已结束', 'The lecture is over');
  return row;
}

/** Throws `unmetNeeds` if every place of a lecture, whose row is locked, is taken. */
async function assertPlace(db: Db, { id, quota }: Lecture): Promise<void> {
  if ((quota ?? 0) === 0) return;
  const taken = await countFrom(
    db,
    sql`t_lecture_apply
      where lecture_id = ${id}
          and pay_status in (${lecturePayIs.pending}, ${lecturePayIs.paid}, ${lecturePayIs.free}) and not deleted`,
  );
  if (taken >= (quota ?? 0))
    throw failure('unmetNeeds', {
      params: { zh: '讲座名额已满', en: 'All places of the lecture are taken' },
    });
}

/** Throws `invalidFields` if a number is registered already. */
async function assertOnce(db: Db, lectureId: number, mobile: string): Promise<void> {
  const found = await sql`
    select 1 from t_lecture_apply where lecture_id = ${lectureId} and mobile = ${mobile}
      and pay_status in (${lecturePayIs.pending}, ${lecturePayIs.paid}, ${lecturePayIs.free})
        and not deleted`.execute(db);
  if (found.rows.length > 0)
    throw wrong('mobile', '该手机号已报名此讲座', 'This number is registered for the lecture already');
}

/** Who registers. */
interface Person {
  readonly userId: number | null;
  readonly name: string;
  readonly mobile: string;
}

async function personOf(
  db: Db,
  actor: Actor,
  { userId, name, mobile }: LectureRegistration,
): Promise<Person> {
  if (userId === undefined) {
    if (name === undefined) throw wrong('name', '请填写姓名', 'Give the name');
    if (mobile === undefined) throw wrong('mobile', '请填写手机号', 'Give the mobile number');
    return { userId: null, name, mobile };
  }
  const found = await sql<Columns<typeof wishUser, 'userId' | 'userName' | 'mobile'>>`
    select d.user_id, d.user_name, d.mobile from t_wish_user as d
    where ${allOf([sql<SqlBool>`d.user_id = ${userId}`, scopeCondition(wishUser, actor, 'd')])}
      and d.status = ${enabled} and not d.deleted`.execute(db);
  const [row] = found.rows;
  if (!row)
    throw wrong(
      'userId',
      '考生不存在、已停用或不在您的数据范围内',
      'There is no such candidate within your reach',
    );
  return { userId: row.userId, name: name ?? row.userName ?? row.mobile, mobile: row.mobile };
}

/** Registers somebody free of charge. */
async function registerFree(engine: Engine, actor: Actor, asked: LectureRegistration): Promise<Registered> {
  return transact(engine.db, async db => {
    const held = await lockOpenLecture(db, asked.lectureId, engine.clock.now());
    const person = await personOf(db, actor, asked);
    await assertOnce(db, held.id, person.mobile);
    await assertPlace(db, held);
    const [id = 0] = await insertRows(
      engine,
      db,
      lectureApply,
      [{ ...person, lectureId: held.id, signCode: readableCode(signCodeLength) }],
      { by: actor },
    );
    await takeStep(engine, lectureApplySteps, 'waive', {
      keys: id,
      by: { kind: 'step', actor, cause: 'lectureApply.register' },
      within: db,
    });
    return { id, payStatus: lecturePay.is.free, orderNo: null };
  });
}

/** Registers a candidate by an order, which pays the registration and ends with it. */
async function registerByOrder(
  engine: Engine,
  actor: Actor,
  { lectureId, userId, payType }: LectureRegistration & { readonly userId: number },
): Promise<Registered> {
  const goodsId = await transact(engine.db, async db => {
    const { id, lectureName, price, cover } = await lockOpenLecture(db, lectureId, engine.clock.now());
    return shelveAsGoods(engine, db, actor, {
      field: 'lectureId',
      id,
      name: lectureName,
      price: price ?? '0',
      cover,
    });
  });
  const { orderId, orderNo } = await placeOrder(engine, actor, { userId, goodsId, payType });
  const found = await sql<Columns<typeof lectureApply, 'id' | 'payStatus'>>`
    select id, pay_status from t_lecture_apply where order_id = ${orderId}`.execute(engine.db);
  const [row] = found.rows;
  if (!row) throw new Error(`Order ${orderNo} registered nobody`);
  return { ...row, orderNo };
}

/**
 * Registers somebody for a lecture (domain J4): free of charge, or by an order that waits for its money or is paid
 * already. The caller checks the permission to register. Throws `invalidFields`, and `unmetNeeds` without a free place.
 */
export async function register(
  engine: Engine,
  actor: Actor,
  asked: LectureRegistration,
): Promise<Registered> {
  const held = await findRow(engine, engine.db, lecture, actor, asked.lectureId);
  if (!held) throw wrong('lectureId', '讲座不存在或未上架', 'There is no such lecture on the shelf');
  if (compare(held.price ?? '0', '0') === 0) return registerFree(engine, actor, asked);
  const { userId } = asked;
  if (userId === undefined)
    throw wrong('userId', '收费讲座须选择考生', 'A lecture that costs something needs a candidate');
  return registerByOrder(engine, actor, { ...asked, userId });
}

/** An order of a lecture that was just placed. */
interface LectureOrder {
  readonly rowKey: number;
  readonly lectureId: number | null;
  readonly userId: number;
  readonly userName: string | null;
  readonly mobile: string;
  readonly payAmount: string;
}

/** An order of a lecture takes a place, in the transaction that places it. Throws as {@link register} does. */
export async function takePlaces(
  engine: Engine,
  db: Tx,
  actor: Actor,
  orders: readonly LectureOrder[],
): Promise<void> {
  for (const { rowKey: orderId, lectureId, userId, userName, mobile, payAmount } of orders) {
    if (lectureId === null) continue;
    const held = await lockOpenLecture(db, lectureId, engine.clock.now());
    await assertOnce(db, lectureId, mobile);
    await assertPlace(db, held);
    const row = {
      lectureId,
      userId,
      orderId,
      name: userName ?? mobile,
      mobile,
      amount: payAmount,
      signCode: readableCode(signCodeLength),
    };
    await insertRows(engine, db, lectureApply, [row], { by: actor });
  }
}
