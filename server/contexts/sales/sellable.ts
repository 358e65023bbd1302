import { registry } from '@yikao/model/contexts/datasets.ts';
import { goodsType, upStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { findRow } from '../../engine/read/info.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Db } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';
import { isBlacklisted } from './usage.ts';

const upIs = codesOf(upStatus);
const goodsIs = codesOf(goodsType);
const reviewIs = codesOf(registry.course.fields.auditStatus.of);

const { goods, serviceOrder } = registry;

/** Terms of a card as they were when it was sold; the entitlement is given by these (domain G1). */
export interface CardTerms {
  readonly cardType: number;
  readonly dataYear: number;
  readonly countLimit: number;
  /** In Asia/Shanghai, `YYYY-MM-DD HH:mm:ss`. */
  readonly expireTime: string;
  readonly validDays: number;
}

/** Goods as an order needs them. */
export interface Offer {
  readonly goodsId: number;
  readonly price: string;
  readonly perLimit: number;
  readonly cardId: number | null;
  readonly cardTerms: CardTerms | null;
  readonly orderType: RowOf<typeof serviceOrder>['orderType'];
  readonly dataYear: number;
  /** Where they are sold; empty for everywhere. */
  readonly provinceIds: readonly number[];
  /** Provinces that the card is good for; empty for all. */
  readonly cardProvinceIds: readonly number[];
  /** Channels whose consumers may buy them, with their descendants; empty for all. */
  readonly channelIds: readonly number[];
  readonly courseId: number | null;
  readonly lectureId: number | null;
  /** True for goods that are sold in live rooms alone. */
  readonly liveOnly: boolean;
}

/** The buyer of an order, as far as goods may be limited to some. */
export interface Buyer {
  readonly userId: number;
  readonly provinceId: number | null;
  readonly channelId: number | null;
}

/** The failure for one wrong field of an order, with a custom message. */
export function wrongOrder(field: 'goodsId' | 'userId' | 'couponNo', zh: string, en: string): Error {
  return failure('invalidFields', {
    issues: [issue(field, 'rule', { zh, en })],
    labels: name =>
      name === 'goodsId' || name === 'userId' || name === 'couponNo'
        ? serviceOrder.fields[name].label
        : undefined,
  });
}

interface Found extends Omit<Offer, 'cardTerms'> {
  readonly shelved: boolean;
  readonly begun: boolean;
  readonly ended: boolean;
  readonly cardType: number | null;
  readonly cardYear: number;
  readonly countLimit: number;
  readonly expireTime: string;
  readonly validDays: number;
  readonly cardGone: boolean;
  readonly cardEnabled: boolean;
  readonly cardForSale: boolean;
  readonly cardOver: boolean;
  readonly courseSold: boolean;
  readonly lectureSold: boolean;
}

/**
 * Goods within the actor's reach that are currently on sale, including their card. Throws `invalidFields` with the rule
 * that prevents the sale.
 */
export async function offerOf(engine: Engine, db: Db, actor: Actor, goodsId: number): Promise<Offer> {
  if (!(await findRow(engine, db, goods, actor, goodsId)))
    throw wrongOrder(
      'goodsId',
      '商品不存在或不在您的数据范围内',
      'There are no such goods within your reach',
    );
  const now = engine.clock.now();
  const found = await sql<Found>`
    select g.goods_id, g.price, g.per_limit,
      g.up_status = ${upIs.on} as shelved, coalesce(g.start_time <= ${now}::timestamptz, true) as begun,
      coalesce(g.end_time <= ${now}::timestamptz, false) as ended,
      g.card_id, coalesce(c.card_type, 9) as order_type, g.data_year,
      coalesce(g.province_ids, '{}') as province_ids, coalesce(g.channel_ids, '{}') as channel_ids,
      coalesce(c.province_ids, '{}') as card_province_ids, c.card_type, c.data_year as card_year,
      c.count_limit, c.valid_days,
      to_char(c.expire_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as expire_time,
      g.card_id is not null and (c.card_id is null or c.deleted) as card_gone,
      coalesce(c.status = ${enabled}, true) as card_enabled, coalesce(c.sale_flag = 1, true) as card_for_sale,
      coalesce(c.valid_days = 0 and c.expire_time <= ${now}::timestamptz, false) as card_over,
      g.course_id, g.lecture_id, g.goods_type = ${goodsIs.liveOnly} as live_only,
      coalesce(course.audit_status = ${reviewIs.approved} and course.up_status = ${upIs.on}
        and not course.deleted, true) as course_sold,
      coalesce(lecture.up_status = ${upIs.on} and not lecture.deleted, true) as lecture_sold
    from t_goods as g left join t_card as c on c.card_id = g.card_id
      left join t_course as course on course.course_id = g.course_id
      left join t_lecture as lecture on lecture.id = g.lecture_id
    where g.goods_id = ${goodsId} and not g.deleted`.execute(db);
  const [row] = found.rows;
  const why = row ? unsold(row) : undefined;
  if (!row || why) throw wrongOrder('goodsId', ...(why ?? ['商品不存在', 'There are no such goods']));
  const { cardType, cardYear, countLimit, expireTime, validDays } = row;
  return {
    goodsId: row.goodsId,
    price: row.price,
    perLimit: row.perLimit,
    cardId: row.cardId,
    cardTerms: cardType === null ? null : { cardType, dataYear: cardYear, countLimit, expireTime, validDays },
    orderType: row.orderType,
    dataYear: row.dataYear,
    provinceIds: row.provinceIds,
    cardProvinceIds: row.cardProvinceIds,
    channelIds: row.channelIds,
    courseId: row.courseId,
    lectureId: row.lectureId,
    liveOnly: row.liveOnly,
  };
}

/** The rule that prevents goods from being sold at present, in both languages; undefined if they are on sale. */
function unsold(row: Found): readonly [string, string] | undefined {
  if (!row.shelved) return ['商品未上架', 'The goods are not on the shelf'];
  if (!row.begun) return ['商品尚未开售', 'The sale of the goods has not begun'];
  if (row.ended) return ['商品已停售', 'The sale of the goods is over'];
  if (row.cardGone) return ['商品关联的卡产品已删除', 'The card of these goods was deleted'];
  if (!row.cardEnabled) return ['商品关联的卡产品已停用', 'The card of these goods is disabled'];
  if (!row.cardForSale) return ['商品关联的卡产品设为不可售', 'The card of these goods is not for sale'];
  if (row.cardOver)
    return ['商品关联的卡产品权益已到期', 'The entitlement of the card of these goods has run out'];
  if (!row.courseSold) return ['商品关联的课程未上架', 'The course of these goods is not on the shelf'];
  if (!row.lectureSold) return ['商品关联的讲座未上架', 'The lecture of these goods is not on the shelf'];
  return undefined;
}

/**
 * Asserts that goods may be sold to a consumer (domain 4.9, G1, G5): in one of their provinces and channels, and not on
 * the black list. Throws `invalidFields` with the rule that prevents it.
 */
export async function assertSoldTo(engine: Engine, db: Db, offer: Offer, buyer: Buyer): Promise<void> {
  const years = [offer.dataYear, ...(offer.cardTerms ? [offer.cardTerms.dataYear] : [])];
  if (await isBlacklisted(db, buyer.userId, years, engine.clock.now())) {
    throw wrongOrder(
      'userId',
      '该考生在黑名单中，不能购买任何产品',
      'The candidate is on the block list and cannot buy any product',
    );
  }
  for (const [provinceIds, zh, en] of [
    [offer.provinceIds, '此商品仅限', 'These goods are sold in'],
    [offer.cardProvinceIds, '此商品的卡仅适用于', 'The card of these goods is good in'],
  ] as const) {
    if (provinceIds.length === 0) continue;
    if (buyer.provinceId !== null && provinceIds.includes(buyer.provinceId)) continue;
    const names = await namesOf(
      db,
      sql`select province_name as name from t_province
      where province_id = any(${[...provinceIds]}::bigint[]) order by province_id`,
    );
    const [whyZh, whyEn] =
      buyer.provinceId === null
        ? ['该考生未填写省份', 'the candidate has no province']
        : ['该考生不在其中', 'the candidate is from elsewhere'];
    throw wrongOrder('goodsId', `${zh}${names}，${whyZh}`, `${en} ${names} alone: ${whyEn}`);
  }
  if (offer.channelIds.length === 0) return;
  const within = await sql<{ any: boolean }>`
    with recursive above as (
      select channel_id, parent_id, 0 as depth from t_channel where channel_id = ${buyer.channelId}::bigint
      union all
      select c.channel_id, c.parent_id, a.depth + 1 from t_channel as c join above as a on c.channel_id = a.parent_id
      where a.depth < 8
    )
    select exists(select from above where channel_id = any(${[...offer.channelIds]}::bigint[])) as any`.execute(
    db,
  );
  if (within.rows[0]?.any) return;
  const names = await namesOf(
    db,
    sql`select channel_name as name from t_channel
    where channel_id = any(${[...offer.channelIds]}::bigint[]) order by channel_id`,
  );
  throw wrongOrder(
    'goodsId',
    `此商品仅限渠道${names}，该考生不属于这些渠道`,
    `These goods are sold through ${names} alone: the candidate came another way`,
  );
}

/** The names in a query, as a list in a sentence; only the first if there are many. */
async function namesOf(db: Db, query: ReturnType<typeof sql>): Promise<string> {
  const found = await query.execute(db);
  const names = found.rows.map(row => String((row as { readonly name: unknown }).name));
  return names.length > 5 ? `${names.slice(0, 5).join('、')}…` : names.join('、');
}
