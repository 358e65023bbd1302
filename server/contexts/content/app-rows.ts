import type { AppEntry, AppPicture } from '@yikao/model/contexts/content/display.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { SiteKey } from '@yikao/model/contexts/system/website.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { type Condition, column } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';
import { leadsSomewhere, pathLeadsSomewhere } from './link-states.ts';

/** Rows for everybody, and those for the province of the person, if it is known. */
function inProvince(alias: string, provinceId: number | undefined): Condition {
  const provinces = column(alias, 'province_ids');
  return sql`(coalesce(cardinality(${provinces}), 0) = 0 or ${provinceId ?? null}::bigint = any(${provinces}))`;
}

/** The place, the site, the province and the time that decide which pictures are shown. */
export interface ShownPictures {
  readonly position: number;
  readonly siteKey: SiteKey;
  /** The person's province; undefined if the app does not know it. */
  readonly provinceId: number | undefined;
  readonly at: Date;
}

/**
 * The pictures of a carousel on a site, in a province, at a time (domain L5). Pictures that lead to something which the
 * visitor may not see then are left out.
 */
export async function readPictures(
  { db, datasets }: Engine,
  { position, siteKey, provinceId, at }: ShownPictures,
): Promise<AppPicture[]> {
  const visit = { siteKey, now: at };
  const found = await sql<AppPicture>`
    select c.carousel_id, c.title, c.image, c.link_type, c.link_value
    from t_carousel as c
    where c.position = ${position} and c.status = ${enabled} and not c.deleted
      and (c.start_time is null or c.start_time <= ${at}) and (c.end_time is null or c.end_time >= ${at})
      and (coalesce(cardinality(c.site_keys), 0) = 0 or ${siteKey}::varchar = any(c.site_keys))
      and ${inProvince('c', provinceId)} and ${leadsSomewhere(datasets, 'c', visit)} and ${pathLeadsSomewhere('c', visit)}
    order by c.order_num, c.carousel_id desc limit ${limits.orderedRows}`.execute(db);
  return found.rows;
}

const { appMenu } = registry;

/**
 * The menu of an app in a province, in up to two levels (domain L7); entries beneath a hidden one are hidden. One that
 * leads to an article which the visitor may not see is left out.
 */
export async function readMenu(
  { db, clock }: Engine,
  platform: number,
  { siteKey, provinceId }: Pick<ShownPictures, 'siteKey' | 'provinceId'>,
): Promise<AppEntry[]> {
  type Row = Columns<
    typeof appMenu,
    'menuId' | 'parentId' | 'menuName' | 'icon' | 'linkType' | 'linkValue' | 'loginFlag'
  >;
  const found = await sql<Row>`
    select m.menu_id, m.parent_id, m.menu_name, m.icon, m.link_type, m.link_value, m.login_flag
    from t_app_menu as m
    where m.platform = ${platform} and m.status = ${enabled} and not m.deleted and ${inProvince('m', provinceId)}
      and ${pathLeadsSomewhere('m', { siteKey, now: clock.now() })}
    order by m.order_num, m.menu_id desc limit ${limits.orderedRows}`.execute(db);
  const below = Map.groupBy(found.rows, ({ parentId }) => parentId);
  const entries = (parentId: number) => (below.get(parentId) ?? []).map(({ parentId: _, ...entry }) => entry);
  return entries(0).map(entry => ({ ...entry, children: entries(entry.menuId) }));
}
