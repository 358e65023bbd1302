import { linkState } from '@yikao/model/contexts/content/display.codes.ts';
import { type LinkTarget, linkTargets } from '@yikao/model/contexts/content/link-targets.ts';
import { isRowNumber } from '@yikao/model/contexts/content/rules/links.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import { columnName, tableName } from '../../engine/table/naming.ts';
import { allOf, type Condition, column, type Db, readKeys } from '../../engine/table/sql.ts';
import { isPublicGoods } from '../sales/public-goods.ts';
import { hasPage, type Visit } from './article/public-articles.ts';

const linkIs = codesOf(linkState);

/** The number of the article that an address of a public page names. */
const articleAddress = '^(?:https://[^/]+)?/article/([1-9][0-9]{0,14})(?:[?#].*)?$';

/** A kind of link whose dataset the product has. */
interface KnownTarget extends LinkTarget {
  /** Code of the kind of link. */
  readonly code: number;
  readonly target: AnyDataset;
}

/**
 * The kinds of links that can be checked, among the datasets of the product.
 * @throws Error naming a field of {@link linkTargets} that its dataset does not have.
 */
function knownTargets(datasets: readonly AnyDataset[]): KnownTarget[] {
  return Object.entries(linkTargets).flatMap(([code, link]) => {
    const target = datasets.find(({ name }) => name === link.dataset);
    if (!target) return [];
    const lost = Object.keys(link.shown).find(name => !Object.hasOwn(target.fields, name));
    if (lost !== undefined)
      throw new Error(`Links to ${target.name} look at ${lost}, which it does not have`);
    return [{ ...link, code: Number(code), target }];
  });
}

/** The number in a link's value; compared only where the value is one. */
const numberIn = (alias: string) => sql`${column(alias, 'link_value')}::bigint`;

function rowOf({ target }: KnownTarget, alias: string, further: Condition): Condition {
  return sql<SqlBool>`exists (select 1 from ${sql.table(tableName(target))} as link_row
    where ${column('link_row', columnName(target.key))} = ${numberIn(alias)} and not link_row.deleted and ${further})`;
}

/** The conditions under which visitors see the rows of a target, beyond {@link LinkTarget.shown}. */
const publicRows: Readonly<Record<string, (alias: string, visit: Visit) => Condition>> = {
  article: hasPage,
  goods: (alias, { now }) => isPublicGoods(alias, now),
};

/**
 * The condition that a link on `alias` leads to something that a visitor may see now, or to no row at all. A link that
 * names the address of an article of ours, on whatever host, is one to that article.
 */
export function leadsSomewhere(datasets: readonly AnyDataset[], alias: string, visit: Visit): Condition {
  const known = knownTargets(datasets);
  const each = known.map(target => {
    const seen = publicRows[target.target.name]?.('link_row', visit);
    const further = seen ? allOf([isShown(target), seen]) : isShown(target);
    return sql`when ${target.code} then ${rowOf(target, alias, further)}`;
  });
  return sql<SqlBool>`(case ${column(alias, 'link_type')} ${sql.join(each, sql` `)} else true end)`;
}

/** As {@link leadsSomewhere} for links of a menu, which name addresses and paths. */
export function pathLeadsSomewhere(alias: string, visit: Visit): Condition {
  const named = sql`substring(${column(alias, 'link_value')} from ${articleAddress})::bigint`;
  return sql<SqlBool>`(${named} is null or exists (select 1 from t_article as link_row
    where link_row.article_id = ${named} and ${hasPage('link_row', visit)}))`;
}

function isShown({ shown }: KnownTarget): Condition {
  return allOf(
    Object.entries(shown).map(
      ([name, value]) => sql<SqlBool>`${column('link_row', columnName(name))} = ${value}`,
    ),
  );
}

/**
 * The state of the target of a link on `alias`, a code of `linkState`. Null for links that lead to no row,
 * and to a dataset that the product does not have yet.
 */
export function linkStateOf(datasets: readonly AnyDataset[], alias: string) {
  const known = knownTargets(datasets);
  if (known.length === 0) return sql`null::smallint`;
  // Only within its own case is the value known to be a number.
  const each = known.map(
    target => sql`when ${target.code} then case
      when ${rowOf(target, alias, isShown(target))} then ${linkIs.fine}
      when ${rowOf(target, alias, sql<SqlBool>`true`)} then ${linkIs.hidden}
      else ${linkIs.gone} end`,
  );
  return sql`(case ${column(alias, 'link_type')} ${sql.join(each, sql` `)} end)::smallint`;
}

/** The links of rows that lead to a row which does not exist or which the actor may not choose, by their place. */
export async function lostLinks(
  datasets: readonly AnyDataset[],
  db: Db,
  actor: Actor,
  links: readonly { readonly linkType?: number | null; readonly linkValue?: string | null }[],
): Promise<ReadonlySet<number>> {
  const lost = new Set<number>();
  for (const { code, target } of knownTargets(datasets)) {
    const asked = links.flatMap(({ linkType, linkValue }, at) =>
      linkType === code && isRowNumber(linkValue ?? '') ? [{ at, id: Number(linkValue) }] : [],
    );
    if (asked.length === 0) continue;
    const key = column('d', columnName(target.key));
    const keys = await readKeys(
      db,
      sql`select ${key} as key from ${sql.table(tableName(target))} as d
        where ${key} = any(${asked.map(({ id }) => id)}::bigint[]) and not d.deleted
          and ${scopeCondition(target, actor, 'd', 'choose')}`,
    );
    const there = new Set(keys);
    for (const { at, id } of asked) if (!there.has(id)) lost.add(at);
  }
  return lost;
}
