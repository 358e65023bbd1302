import type { ContentPart } from '@yikao/model/contexts/portal/public-content.ts';
import { sql } from 'kysely';
import type { Db } from '../../../engine/table/sql.ts';
import type { Visit } from '../../content/article/public-articles.ts';
import { isOfTheHouse, isPublicGoods } from '../../sales/public-goods.ts';
import { enabled } from '../../shared/enabled.ts';
import { nextOf, pictureSize } from './shown-rows.ts';

/** Most goods and partners of a page. */
const shown = 60;

/** Goods with the instant at which their list changes by itself. */
export interface GoodsOnSale {
  readonly goods: ContentPart<'goods'>;
  readonly until: Date | undefined;
}

type GoodsRow = ContentPart<'goods'>[number];

/**
 * The house's goods on sale now, cheapest kinds of cards first as people have put them in order (domain G5).
 */
export async function readGoods(db: Db, { now }: Visit): Promise<GoodsOnSale> {
  const found = await sql<GoodsRow>`
    select g.goods_id, g.goods_name, g.goods_type, g.price::text as price, g.line_price::text as line_price, g.cover,
      f.width, f.height, g.intro, g.stock = 0 as sold_out,
      coalesce((select array_agg(p.province_name order by p.order_num, p.province_id) from t_province as p
        where p.province_id = any(g.province_ids) and not p.deleted), '{}') as provinces
    from t_goods as g ${pictureSize('f', sql`g.cover`)}
    where ${isPublicGoods('g', now)}
    order by g.order_num, g.goods_id desc limit ${shown}`.execute(db);
  const turns = await sql<{ begins: Date | null; ends: Date | null }>`
    select min(g.start_time) filter (where g.start_time > ${now}) as begins,
      min(g.end_time) filter (where g.end_time > ${now}) as ends
    from t_goods as g where ${isOfTheHouse('g', now)}`.execute(db);
  return { goods: found.rows, until: nextOf(now, [turns.rows[0]?.begins, turns.rows[0]?.ends]) };
}

/** The partners whose rows say that they are shown (domain F1), those with a logo first. */
export async function readPartners(db: Db): Promise<ContentPart<'partners'>> {
  const found = await sql<ContentPart<'partners'>[number]>`
    select distinct on (p.partners_name) p.partners_name, p.logo, f.width, f.height
    from t_partners as p ${pictureSize('f', sql`p.logo`)}
    where p.show_flag = 1 and p.status = ${enabled} and not p.deleted
    order by p.partners_name, p.logo is null, p.data_year desc limit ${shown}`.execute(db);
  return found.rows.toSorted((one, other) => Number(one.logo === null) - Number(other.logo === null));
}
