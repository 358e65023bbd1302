import type { AbroadContent } from '@yikao/model/contexts/portal/public-content.ts';
import { upStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { sql } from 'kysely';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { enabled } from '../../shared/enabled.ts';
import type { SourceVersions } from '../serving/source-versions.ts';

const upIs = codesOf(upStatus);

/** The most programmes and schools that the public page shows; in the order of the lists. */
const shown = 500;

/** The programmes on the shelf, on `i`, of countries and directions that are enabled. */
const shownItems = sql`(select i.* from t_abroad_item as i
    join t_country as c on c.country_id = i.country_id and c.status = ${enabled} and not c.deleted
    join t_abroad_direction as d on d.id = i.direction_id and d.status = ${enabled} and not d.deleted
  where i.up_status = ${upIs.on} and not i.deleted) as i`;

/** The name of a programme that visitors see; undefined for any other. */
export async function nameOfItem(db: Db, id: number): Promise<string | undefined> {
  const found = await sql<{
    itemName: string;
  }>`select i.item_name from ${shownItems} where i.id = ${id}`.execute(db);
  return found.rows[0]?.itemName;
}

/**
 * Study abroad for everybody (domain section 5, A11): countries, directions and schools that are enabled, and programmes
 * on the shelf of those. Only the fields named here leave.
 */
export async function readAbroad(db: Db): Promise<AbroadContent> {
  const [countries, directions, schools, items] = await Promise.all([
    sql<AbroadContent['countries'][number]>`
      select country_id, country_name, en_name, flag, coalesce(hot_flag, 0) as hot_flag, intro
      from t_country where status = ${enabled} and not deleted
      order by hot_flag desc nulls last, order_num, country_id limit ${shown}`.execute(db),
    sql<AbroadContent['directions'][number]>`
      select id, direction_name, coalesce(parent_id, 0) as parent_id, coalesce(country_ids, '{}') as country_ids,
        cover, intro
      from t_abroad_direction where status = ${enabled} and not deleted
        order by order_num, id limit ${shown}`.execute(db),
    sql<AbroadContent['schools'][number]>`
      select s.id, s.school_name, s.en_name, s.country_id, s.city_name, s.qs_rank,
        coalesce(s.direction_ids, '{}') as direction_ids, s.tuition, s.language, s.site_url, s.logo, s.intro
      from t_abroad_school as s join t_country as c on c.country_id = s.country_id and c.status = ${enabled}
        and not c.deleted
      where s.status = ${enabled} and not s.deleted
        order by s.order_num, s.qs_rank nulls last, s.id limit ${shown}`.execute(db),
    sql<AbroadContent['items'][number]>`
      select i.id, i.item_name, i.country_id, i.direction_id, s.id as school_id, i.degree, i.price::text as price,
        i.duration, i.requirement, i.cover, i.intro
      from ${shownItems}
        left join t_abroad_school as s on s.id = i.school_id and s.status = ${enabled} and not s.deleted
      order by i.order_num, i.id limit ${shown}`.execute(db),
  ]);
  return {
    countries: countries.rows,
    directions: directions.rows,
    schools: schools.rows,
    items: items.rows,
  };
}

/** The part of the content that addresses may name by number. */
export interface KnownAbroad {
  readonly countries: ReadonlySet<number>;
  readonly directions: ReadonlySet<number>;
  readonly items: ReadonlyMap<number, string>;
}

/**
 * Creates the reader of the numbers that the page of study abroad shows, kept until a row of it changes. Any other number
 * of an address is left out before a page is looked up, so that made-up numbers share one page.
 */
export function createKnownAbroad(db: Db, versions: SourceVersions): () => Promise<KnownAbroad> {
  let kept: { readonly version: string; readonly known: Promise<KnownAbroad> } | undefined;
  const read = async (): Promise<KnownAbroad> => {
    const { countries, directions, items } = await readAbroad(db);
    return {
      countries: new Set(countries.map(({ countryId }) => countryId)),
      directions: new Set(directions.map(({ id }) => id)),
      items: new Map(items.map(({ id, itemName }) => [id, itemName])),
    };
  };
  return async () => {
    const version = await versions.of(['abroad']);
    if (kept?.version !== version) {
      const reading = { version, known: read() };
      kept = reading;
      reading.known.catch(() => {
        if (kept === reading) kept = undefined;
      });
    }
    return kept.known;
  };
}
