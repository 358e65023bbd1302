import { publishState } from '@yikao/model/contexts/content/content.codes.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { ArticleHead, ContentPart } from '@yikao/model/contexts/portal/public-content.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import type { Columns } from '../../../engine/table/columns.ts';
import { type Db, isTrue } from '../../../engine/table/sql.ts';
import {
  hasPage,
  isOnSite,
  onSite,
  publishStateOf,
  shownColumns,
  type Visit,
} from '../../content/article/public-articles.ts';
import { readableText } from './rich-text.ts';
import { nextOf, pictureSize } from './shown-rows.ts';

/** Articles of a column on the front page, on a page of a list, in a feed, and in the map of the site. */
const shown = { front: 6, page: 20, feed: 30, map: 5_000 } as const;

/** Code of `publishState` for articles whose time is still to come. */
const { scheduled } = publishState.is;

/** Columns whose articles are listed apart. */
const mostColumns = 60;

/** The order of lists: what is on top, then the newest. */
const newestFirst = sql`a.top_flag desc, coalesce(a.publish_time, a.create_time) desc, a.article_id desc`;

type HeadRow = Omit<ArticleHead, 'publishTime'> & { readonly publishTime: Date };

const headColumns = sql`
  a.article_id, a.column_id, a.title, a.summary, a.cover, f.width, f.height,
  coalesce(a.publish_time, a.create_time) as publish_time`;

const asHead = (row: HeadRow): ArticleHead => ({ ...row, publishTime: shanghaiTime(row.publishTime) });

/** The instant at which the next article is published; undefined if none waits. */
async function nextPublishing(db: Db, { siteKey, now }: Visit): Promise<Date | undefined> {
  const found = await sql<{ next: Date | null }>`
    select min(a.publish_time) as next from t_article as a
    where ${publishStateOf('a', now)} = ${scheduled} and not a.deleted and ${onSite('a', siteKey)}`.execute(
    db,
  );
  return nextOf(now, [found.rows[0]?.next]);
}

/** Lists of articles, with the instant at which the next one joins them. */
interface Coming {
  readonly until: Date | undefined;
}

/** The columns of a site that have articles, in their order, with the newest of each. */
export async function readColumns(
  db: Db,
  of: Visit,
): Promise<Coming & { readonly columns: ContentPart<'columns'> }> {
  const columns = await sql<Columns<typeof registry.column, 'columnId' | 'columnName'>>`
    with ${shownColumns(of.siteKey)}
    select column_id, column_name from shown_column
    order by depth, order_num, column_id limit ${mostColumns}`.execute(db);
  const found = await sql<HeadRow>`
    select ${headColumns}
    from unnest(${columns.rows.map(({ columnId }) => columnId)}::bigint[]) as k (id)
      cross join lateral (
        select * from t_article as a where a.column_id = k.id and ${isOnSite('a', of)}
        order by ${newestFirst} limit ${shown.front}
      ) as a
      ${pictureSize('f', sql`a.cover`)}
    order by ${newestFirst}`.execute(db);
  const byColumn = Map.groupBy(found.rows.map(asHead), ({ columnId }) => columnId);
  return {
    columns: columns.rows.flatMap(({ columnId, columnName }) => {
      const articles = byColumn.get(columnId);
      return articles ? [{ columnId, columnName, articles }] : [];
    }),
    until: await nextPublishing(db, of),
  };
}

/** A page of the articles of a column. */
export interface ColumnPage extends Coming {
  readonly columnId: number;
  readonly columnName: string;
  readonly articles: readonly ArticleHead[];
  readonly total: number;
  /** Number of the page, from 1, and how many there are. */
  readonly page: number;
  readonly pages: number;
}

/**
 * The articles of a column and of those beneath it, a page of them, or as many as a feed holds. Undefined for a column
 * that the site does not show, and for a page past the last one.
 */
export async function readColumn(
  db: Db,
  of: Visit,
  columnId: number,
  page: number | 'feed',
): Promise<ColumnPage | undefined> {
  const size = page === 'feed' ? shown.feed : shown.page;
  const at = page === 'feed' ? 1 : page;
  const column = await sql<Columns<typeof registry.column, 'columnName'>>`
    with ${shownColumns(of.siteKey)}
    select column_name from shown_column where column_id = ${columnId} limit 1`.execute(db);
  const [head] = column.rows;
  if (!head) return undefined;
  const within = sql`
    with ${shownColumns(of.siteKey)}, tree as (
      select column_id from shown_column where column_id = ${columnId}
      union select c.column_id from shown_column as c where c.parent_id = ${columnId}
      union select c.column_id from shown_column as c join shown_column as m on m.column_id = c.parent_id
        where m.parent_id = ${columnId}
    )`;
  const counted = await sql<{ total: number }>`
    ${within} select count(*)::integer as total from t_article as a
    where a.column_id in (select column_id from tree) and ${isOnSite('a', of)}`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / size));
  if (at > pages) return undefined;
  const found = await sql<HeadRow>`
    ${within} select ${headColumns} from t_article as a ${pictureSize('f', sql`a.cover`)}
    where a.column_id in (select column_id from tree) and ${isOnSite('a', of)}
    order by ${newestFirst} limit ${size} offset ${(at - 1) * size}`.execute(db);
  return {
    ...{ columnId, columnName: head.columnName, total, page: at, pages },
    articles: found.rows.map(asHead),
    until: await nextPublishing(db, of),
  };
}

/** An article as its page shows it; `content` is sanitised HTML. */
export interface FullArticle extends ArticleHead {
  readonly columnName: string;
  readonly author: string | null;
  readonly sourceName: string | null;
  readonly sourceUrl: string | null;
  readonly content: string;
  readonly tagNames: string | null;
  readonly updateTime: Date;
}

type FullRow = Omit<FullArticle, 'publishTime'> & { readonly publishTime: Date };

const fullColumns = sql`
  ${headColumns}, c.column_name, a.author, a.source_name, a.source_url, a.content, a.tag_names, a.update_time`;

async function asFull(db: Db, row: FullRow): Promise<FullArticle> {
  const content = await readableText(db, row.content);
  return { ...row, publishTime: shanghaiTime(row.publishTime), content };
}

/** An article that the site's readers see; undefined for any other. */
export async function readArticle(db: Db, of: Visit, id: number): Promise<FullArticle | undefined> {
  const found = await sql<FullRow>`
    select ${fullColumns}
    from t_article as a join t_column as c on c.column_id = a.column_id ${pictureSize('f', sql`a.cover`)}
    where a.article_id = ${id} and ${hasPage('a', of)}`.execute(db);
  const [row] = found.rows;
  return row && asFull(db, row);
}

/** Reports whether an article was published on a site and then deleted; of a draft nobody learns that it was there. */
export async function wasDeleted(db: Db, { siteKey, now }: Visit, id: number): Promise<boolean> {
  return isTrue(
    db,
    sql<SqlBool>`exists (select 1 from t_article as a where a.article_id = ${id} and a.deleted
      and a.first_up_time is not null and a.publish_time <= ${now} and ${onSite('a', siteKey)})`,
  );
}

/** One version of an article, published or not; undefined once it has another. */
export async function readDraft(db: Db, id: number, version: number): Promise<FullArticle | undefined> {
  const found = await sql<FullRow>`
    select ${fullColumns}
    from t_article as a join t_column as c on c.column_id = a.column_id ${pictureSize('f', sql`a.cover`)}
    where a.article_id = ${id} and a.version = ${version} and not a.deleted`.execute(db);
  const [row] = found.rows;
  return row && asFull(db, row);
}

/** Further articles of a column to read after one of it. */
export async function readMore(db: Db, of: Visit, { columnId, articleId }: ArticleHead) {
  const found = await sql<HeadRow>`
    select ${headColumns} from t_article as a ${pictureSize('f', sql`a.cover`)}
    where a.column_id = ${columnId} and a.article_id <> ${articleId} and ${isOnSite('a', of)}
    order by ${newestFirst} limit 6`.execute(db);
  return found.rows.map(asHead);
}

/** An address of the map of a site, and when its page last changed. */
export interface MappedRow {
  readonly id: number;
  readonly changed: Date;
}

/** The newest articles and all columns of a site for its map. */
export async function readMap(
  db: Db,
  of: Visit,
): Promise<Coming & { readonly articles: readonly MappedRow[]; readonly columns: readonly MappedRow[] }> {
  const articles = await sql<MappedRow>`
    with ${shownColumns(of.siteKey)}
    select a.article_id as id, greatest(a.update_time, a.publish_time) as changed
    from t_article as a join shown_column as c on c.column_id = a.column_id
    where ${isOnSite('a', of)} order by a.publish_time desc nulls last, a.article_id desc limit ${shown.map}`.execute(
    db,
  );
  const columns = await sql<MappedRow>`
    with ${shownColumns(of.siteKey)}
    select c.column_id as id, max(greatest(a.update_time, a.publish_time)) as changed
    from shown_column as c join t_article as a on a.column_id = c.column_id
    where ${isOnSite('a', of)} group by c.column_id order by c.column_id limit ${mostColumns}`.execute(db);
  return { articles: articles.rows, columns: columns.rows, until: await nextPublishing(db, of) };
}
