import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf, systemFields } from '@yikao/model/kernel/dataset.ts';
import { type Field, isPersonal } from '@yikao/model/kernel/field.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { isEmpty, validateValue } from '@yikao/model/kernel/validate/validate.ts';
import { limits } from '@yikao/model/limits.ts';
import { foldText, pinyinPattern } from '@yikao/model/rules/compare-text.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { serverKindOf } from '../fields/index.ts';
import type { Actor } from '../scope/actor.ts';
import { amongCondition } from '../scope/among.ts';
import { distinguishingFields, type NameAccess, nameAccess } from '../scope/name-roads.ts';
import { seenBy } from '../scope/seen.ts';
import { containsText, searchedSql } from '../search/search-text.ts';
import { fieldSql } from '../table/field-sql.ts';
import { beginningSql } from '../table/name-sql.ts';
import { columnName } from '../table/naming.ts';
import { allOf, type Condition, column } from '../table/sql.ts';
import { carriedFields } from './derived.ts';
import { filterConditions, type Query, sameNumber } from './filters.ts';
import { keptLookUp } from './look-up-cache.ts';
import { masked } from './mask.ts';
import { orderOf } from './order.ts';
import { readPage } from './paging.ts';
import { presentRow } from './present.ts';
import { selectRows } from './select.ts';

const optionKeys = new Set(['keywords', 'values', 'size', 'current']);

/** Fields in a look-up's answer: the value that references store, the name, and the identifying fields. */
export function optionFields(
  dataset: AnyDataset,
  also: readonly string[] = dataset.identity.also ?? [],
): string[] {
  const { value, name, within = [], beside = [] } = dataset.identity;
  // The parent and level, for choosing rows from a tree.
  const tree = dataset.parent === undefined ? [] : [dataset.parent, dataset.list.tabs ?? dataset.parent];
  return [...new Set([value, name, ...within, ...also, ...beside, ...tree])];
}

/**
 * `GET {path}/options`: the enabled rows the actor may refer to, for pickers. `keywords` searches the name and
 * alternative names; `values` returns certain rows, enabled or not, so that a form can show its current value; `among`
 * limits the result to rows that another dataset names. Whose names an account may look up is decided by
 * {@link nameAccess} (domain 0.2, O). Throws `forbidden`.
 */
export async function options(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  query: Query,
  shape: { readonly fields?: readonly string[]; readonly limit?: number } = {},
): Promise<Record<string, unknown>[]> {
  const access = nameAccess(engine, dataset, actor);
  // People who may not list the dataset may filter by fewer fields.
  const asked = [query, shape, access.lists];
  const read = () => readOptions(engine, seenBy(dataset, actor), actor, access, query, shape);
  // Which rows another dataset names changes with that one, and what else is not open depends on the codes of the account.
  return query.among === undefined && dataset.identity.open
    ? keptLookUp(engine, dataset, actor, asked, read)
    : read();
}

async function readOptions(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  access: NameAccess,
  query: Query,
  shape: { readonly fields?: readonly string[]; readonly limit?: number },
): Promise<Record<string, unknown>[]> {
  const { identity } = dataset;
  const also = distinguishingFields(dataset, access);
  const conditions: Condition[] = [access.condition('d')];
  const values = asList(query.values ?? query['values[]']);
  if (values.length > limits.idsMax) {
    throw failure('invalidFields', { issues: [issue('values', 'tooMany', { max: limits.idsMax })] });
  }
  if (values.length > 0) {
    const field = fieldOf(dataset, identity.value) as Field;
    const ids = values
      .map(raw => validateValue('values', field, raw))
      .flatMap(r => ('issue' in r ? [] : [Number(r.value)]));
    conditions.push(sql<SqlBool>`${column('d', columnName(identity.value))} = any(${ids}::bigint[])`);
  } else if (identity.enabledBy) {
    conditions.push(sql<SqlBool>`${column('d', columnName(identity.enabledBy))} = 1`);
  }
  const keywords = String(asList(query.keywords)[0] ?? '')
    .trim()
    .slice(0, 64);
  if (keywords !== '') {
    // A part of the content would find it word by word.
    conditions.push(
      identity.brief && !access.lists
        ? briefLike(dataset, keywords)
        : namedLike(engine, dataset, keywords, also),
    );
  }
  const carried = access.distinguishes ? carriedFields(engine, dataset) : [];
  const fields = shape.fields ?? [...new Set([...optionFields(dataset, also), ...carried])];
  let others: Query = Object.fromEntries(
    Object.entries(query).filter(([key]) => !optionKeys.has(key.replace(/\[\]$/, ''))),
  );
  if (others.among !== undefined) {
    if (!access.among.has(String(others.among)))
      throw failure('unknownFilter', { params: { name: 'among' } });
    const { condition, rest } = amongCondition(engine, dataset, actor, others);
    others = rest;
    // A row that is chosen keeps its name when it is no longer offered.
    if (values.length === 0) conditions.push(condition);
  }
  if (!access.lists) assertNarrowed(dataset, access, others);
  conditions.push(...lookupConditions(engine, dataset, others));
  const most = shape.limit ?? (keywords === '' ? limits.optionsMax : limits.searchMax);
  const { current, size } = readPage(query, { usual: most, most });
  // A search answers the closest name first, so that 清华 does not drown among schools that only contain it.
  const closest = closestFirst(engine, dataset, keywords);
  const order = orderOf(engine, dataset, undefined, actor);
  const found = await selectRows(engine, dataset, {
    reader: actor,
    briefly: true,
    fields: [...fields],
    where: allOf(conditions),
    orderBy: keywords === '' ? order : sql`${closest}, ${order}`,
    limit: size,
    offset: (current - 1) * size,
  }).execute(engine.db);
  return distinct(dataset, found.rows).map(row =>
    masked(dataset, presentRow(dataset, row, fields, actor.language)),
  );
}

/** The condition that the name or another identifying field of a row matches; a number of a person must match whole. */
export function namedLike(
  engine: Engine,
  dataset: AnyDataset,
  keywords: string,
  also: readonly string[] = dataset.identity.also ?? [],
): Condition {
  const { name } = dataset.identity;
  const named = [name, ...also].map(one => {
    const field = fieldOf(dataset, one);
    return field && isPersonal(field)
      ? sameNumber(field, asText(dataset, one), keywords)
      : containsText(engine, dataset, one, 'd', keywords);
  });
  return sql<SqlBool>`(${sql.join(named, sql` or `)})`;
}

/** The condition that the shown beginning of a row's content, or its number, is the searched one. */
function briefLike(dataset: AnyDataset, keywords: string): Condition {
  const number = column('d', columnName(dataset.identity.value));
  return sql<SqlBool>`(position(${keywords}::text in ${beginningSql(dataset, 'd')}) > 0
    or ${number}::text = ${keywords.replace(/^#/, '')})`;
}

/** Rows that are referred to by the same value in the same place are one choice: a batch of several categories. */
function distinct<R extends Readonly<Record<string, unknown>>>(dataset: AnyDataset, rows: readonly R[]): R[] {
  const { value, within = [] } = dataset.identity;
  const seen = new Set<string>();
  return rows.filter(row => {
    // A look-up with other fields, such as that of the cities, needs no further fields to distinguish its rows.
    if (row[value] === undefined) return true;
    const place = JSON.stringify([value, ...within].map(name => String(row[name])));
    return !seen.has(place) && seen.add(place);
  });
}

/** The order of a search: names with an early match first, then names whose pinyin starts with it, shortest first. */
export function closestFirst(engine: Engine, dataset: AnyDataset, keywords: string): RawBuilder<unknown> {
  const { name } = dataset.identity;
  const folded = foldText(keywords);
  const searched = searchedSql(engine, dataset, name, 'd');
  const pattern = pinyinPattern(folded);
  const bySound = pattern === undefined ? sql`` : sql`${searched} !~ ${`^[^ ]*${pattern}`},`;
  const length = sql`length(${asText(dataset, name)})`;
  return sql`nullif(position(${folded}::text in ${searched}), 0) nulls last, ${bySound} ${length}`;
}

/** A field as searchable text; the identifying field may be a number if rows have no name. */
function asText(dataset: AnyDataset, name: string): RawBuilder<unknown> {
  const value = column('d', columnName(name));
  return fieldOf(dataset, name)?.kind === 'text' ? value : sql`${value}::text`;
}

/** Kinds of fields that divide rows into a few groups, so that filtering by them reveals nothing about a single row. */
const coarse = new Set(['code', 'codes', 'yesNo', 'year', 'ref', 'refs']);

/**
 * Filtering by a mobile number, a result or a payment could reveal it: people who may not list the dataset narrow a look-up
 * by the fields that their own references narrow, and open reference data by groups. Throws `unknownFilter`.
 */
function assertNarrowed(dataset: AnyDataset, { narrowedBy }: NameAccess, query: Query): void {
  const { value, within = [] } = dataset.identity;
  const exact = new Set([value, dataset.key, ...within]);
  for (const key of Object.keys(query)) {
    const name = key.replace(/\[\]$/, '');
    const allowed =
      narrowedBy.has(name) &&
      (!dataset.identity.open || exact.has(name) || coarse.has(fieldOf(dataset, name)?.kind ?? ''));
    if (!allowed) throw failure('unknownFilter', { params: { name: key.slice(0, 64) } });
  }
}

/**
 * Look-ups can be filtered by any scalar field, not only by the list's filters: cities of one level, tags of one group.
 */
function lookupConditions(engine: Engine, dataset: AnyDataset, query: Query): Condition[] {
  const plain = Object.entries(query).filter(([key]) => {
    const field = fieldOf(dataset, key.replace(/\[\]$/, ''));
    return (
      field &&
      !field.private &&
      !field.derived &&
      !isPersonal(field) &&
      // Everyone looks rows up, and not everyone may know who changed them.
      field !== systemFields.updateBy &&
      serverKindOf(field).filter === 'equals'
    );
  });
  const rest = Object.fromEntries(Object.entries(query).filter(([key]) => !plain.some(([k]) => k === key)));
  const conditions = filterConditions(engine, dataset, rest, 'd');
  for (const [key, raw] of plain) {
    const name = key.replace(/\[\]$/, '');
    const field = fieldOf(dataset, name) as Field;
    const values = asList(raw)
      .filter(value => !isEmpty(value))
      .map(value => validateValue(name, field, value));
    if (values.length === 0) continue;
    const issues = values.flatMap(result => ('issue' in result ? [result.issue] : []));
    if (issues.length > 0) throw failure('invalidFields', { issues, labels: () => field.label });
    const kind = serverKindOf(field);
    const wanted = values.flatMap(result =>
      'value' in result ? [kind.toColumn(result.value as never)] : [],
    );
    const type = sql.raw(kind.column(field));
    conditions.push(sql<SqlBool>`${fieldSql(engine, dataset, name, 'd')} = any(${wanted}::${type}[])`);
  }
  return conditions;
}

function asList(raw: unknown): unknown[] {
  return raw === undefined ? [] : Array.isArray(raw) ? raw : [raw];
}
