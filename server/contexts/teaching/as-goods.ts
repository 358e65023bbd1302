import { registry } from '@yikao/model/contexts/datasets.ts';
import { goodsSteps } from '@yikao/model/contexts/sales/goods.machine.ts';
import { goodsType, upStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { column, type Db, type Tx } from '../../engine/table/sql.ts';
import { openChange } from '../../engine/write/change.ts';
import { insertRows, updateLocked } from '../../engine/write/internal-write.ts';
import { lockRows } from '../../engine/write/lock-rows.ts';

const upIs = codesOf(upStatus);

const { goods } = registry;

/** A course or lecture that is sold. */
export interface Product {
  /** Field of the goods that names it. */
  readonly field: 'courseId' | 'lectureId';
  readonly id: number;
  readonly name: string;
  /** Yuan. */
  readonly price: string;
  readonly linePrice?: string | null;
  readonly cover: string | null;
  readonly partnersId?: number | null;
}

const columns = { courseId: 'course_id', lectureId: 'lecture_id' } as const;

/** Kinds of goods (domain G5). */
const kinds = { courseId: goodsType.is.course, lectureId: goodsType.is.lecture } as const;

const isOf = ({ field, id }: Pick<Product, 'field' | 'id'>, alias: string) =>
  sql<SqlBool>`${column(alias, columns[field])} = ${id}`;

/** A name that no other goods of the year have. */
async function freeName(db: Db, { name, id }: Product, year: number): Promise<string> {
  const taken =
    await sql`select 1 from t_goods where yikao_fold(goods_name) = ${foldText(name)} and data_year = ${year} and not deleted`.execute(
      db,
    );
  return taken.rows.length === 0 ? name : `${name.slice(0, limits.name - 12)} (${id})`;
}

/**
 * The goods by which a product is sold, on the shelf at its price; made with the first sale. The caller holds the
 * product's row, so that two of them do not arise.
 */
export async function shelveAsGoods(engine: Engine, db: Tx, actor: Actor, product: Product): Promise<number> {
  const now = engine.clock.now();
  const change = await openChange(engine, db, goods, { actor, now });
  const found = await sql<Columns<typeof registry.goods, 'goodsId'>>`
    select goods_id from t_goods as d where ${isOf(product, 'd')} and not deleted order by goods_id limit 1`.execute(
    db,
  );
  const { field, id, price, linePrice = null, cover, partnersId = null } = product;
  let goodsId = found.rows[0]?.goodsId;
  if (goodsId === undefined) {
    const year = dataYear(now);
    const goodsName = await freeName(db, product, year);
    const row = {
      goodsName,
      dataYear: year,
      goodsType: kinds[field],
      [field]: id,
      price,
      linePrice,
      cover,
      partnersId,
    };
    [goodsId = 0] = await insertRows(engine, db, goods, [row], { by: actor });
  }
  const [row] = await lockRows(engine, db, goods, [goodsId], actor);
  if (!row) throw new Error(`Goods ${goodsId} are gone`);
  await updateLocked(engine, db, goods, [{ row, values: { price, linePrice } }], { by: actor, change });
  if (row.upStatus === upStatus.is.off) {
    await takeStep(engine, goodsSteps, 'shelve', { keys: goodsId, by: taker(actor), within: db });
  }
  return goodsId;
}

const taker = (actor: Actor) => ({ kind: 'step', actor, cause: 'teaching.shelf' }) as const;

/** Takes the goods of a product off the shelf. */
export async function unshelveGoods(
  engine: Engine,
  db: Tx,
  actor: Actor,
  product: Pick<Product, 'field' | 'id'>,
): Promise<void> {
  const found = await sql<Columns<typeof registry.goods, 'goodsId'>>`
    select goods_id from t_goods as d where ${isOf(product, 'd')} and up_status = ${upIs.on} and not deleted`.execute(
    db,
  );
  const keys = found.rows.map(row => row.goodsId);
  if (keys.length > 0) await takeStep(engine, goodsSteps, 'unshelve', { keys, by: taker(actor), within: db });
}
