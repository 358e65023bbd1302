import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Field, isPersonal } from '@yikao/model/kernel/field.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { isEmpty, validateValue } from '@yikao/model/kernel/validate.ts';
import { limits } from '@yikao/model/limits.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { holds } from './access.ts';
import type { Actor } from './actor.ts';
import { amongCondition } from './among.ts';
import { carriedFields } from './derived.ts';
import type { Engine } from './engine.ts';
import { fieldSql } from './field-sql.ts';
import { serverKindOf } from './fields/index.ts';
import { filterConditions, type Query, sameNumber } from './filters.ts';
import { keptLookUp } from './look-up-cache.ts';
import { masked } from './mask.ts';
import { columnName } from './naming.ts';
import { orderOf } from './order.ts';
import { readPage } from './paging.ts';
import { presentRow } from './present.ts';
import { scopeCondition } from './scope.ts';
import { selectRows } from './select.ts';
import { allOf, type Condition, column, likeLiteral } from './sql.ts';

const optionKeys = new Set(['keywords', 'values', 'size', 'current']);

/** Fields of a row that a look-up answers: what it is referred to by, its name, and what tells rows apart. */
export function optionFields(dataset: AnyDataset): string[] {
  const { value, name, within = [], also = [] } = dataset.identity;
  // What puts the rows into their places, where they are chosen from a tree.
  const tree = dataset.parent === undefined ? [] : [dataset.parent, dataset.list.tabs ?? dataset.parent];
  return [...new Set([value, name, ...within, ...also, ...tree])];
}

/**
 * `GET {path}/options`: the rows the actor may refer to, switched-on ones only, for pickers. `keywords` looks
 * in the name and the other names; `values` asks for certain rows, on or off, so that a form can show what
 * it holds; `among` narrows to rows that another dataset names. Every logged-in person may look up; the row scope
 * applies (domain 0.2, O).
 */
export function options(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  query: Query,
  shape: { readonly fields?: readonly string[]; readonly limit?: number } = {},
): Promise<Record<string, unknown>[]> {
  // Whoever may not list the dataset may ask by fewer fields.
  const asked = [query, shape, holds(actor, permissionCode(dataset, 'list'))];
  const read = () => readOptions(engine, dataset, actor, query, shape);
  // Which rows another dataset names changes with that one.
  return query.among === undefined ? keptLookUp(engine, dataset, actor, asked, read) : read();
}

async function readOptions(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  query: Query,
  shape: { readonly fields?: readonly string[]; readonly limit?: number },
): Promise<Record<string, unknown>[]> {
  const { identity } = dataset;
  const conditions: Condition[] = [scopeCondition(dataset, actor, 'd', 'choose')];
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
    const like = `%${likeLiteral(keywords)}%`;
    const named = [identity.name, ...(identity.also ?? [])].map(name => {
      const field = fieldOf(dataset, name);
      const value = asText(dataset, name);
      return field && isPersonal(field)
        ? sameNumber(field, value, keywords)
        : sql<SqlBool>`${value} ilike ${like}`;
    });
    conditions.push(sql<SqlBool>`(${sql.join(named, sql` or `)})`);
  }
  const fields = shape.fields ?? [...new Set([...optionFields(dataset), ...carriedFields(engine, dataset)])];
  let others: Query = Object.fromEntries(
    Object.entries(query).filter(([key]) => !optionKeys.has(key.replace(/\[\]$/, ''))),
  );
  if (others.among !== undefined) {
    const { condition, rest } = amongCondition(engine, dataset, actor, others);
    others = rest;
    // A row that is chosen keeps its name when it is no longer offered.
    if (values.length === 0) conditions.push(condition);
  }
  if (!holds(actor, permissionCode(dataset, 'list'))) assertCoarse(dataset, others);
  conditions.push(...lookupConditions(engine, dataset, others));
  const most = shape.limit ?? (keywords === '' ? limits.optionsMax : limits.searchMax);
  const { current, size } = readPage(query, { usual: most, most });
  // A search answers the closest name first, so that 清华 does not drown among schools that only contain it.
  const named = asText(dataset, identity.name);
  const closest = sql`position(lower(${keywords}) in lower(${named})), length(${named})`;
  const order = orderOf(engine, dataset, undefined, 'd');
  const found = await selectRows(engine, dataset, {
    reader: actor,
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

/** Rows that are referred to by the same value in the same place are one choice: a batch of several categories. */
function distinct<R extends Readonly<Record<string, unknown>>>(dataset: AnyDataset, rows: readonly R[]): R[] {
  const { value, within = [] } = dataset.identity;
  const seen = new Set<string>();
  return rows.filter(row => {
    // A look-up that answers other fields, such as that of the cities, tells its rows apart itself.
    if (row[value] === undefined) return true;
    const place = JSON.stringify([value, ...within].map(name => String(row[name])));
    return !seen.has(place) && seen.add(place);
  });
}

/** A field as the text that is searched; what tells rows apart may be a number where they have no name. */
function asText(dataset: AnyDataset, name: string): RawBuilder<unknown> {
  const value = column('d', columnName(name));
  return fieldOf(dataset, name)?.kind === 'text' ? value : sql`${value}::text`;
}

/** Kinds of fields that sort rows into few groups, so that asking by them tells nothing of a single row. */
const coarse = new Set(['code', 'codes', 'yesNo', 'year', 'ref', 'refs']);

/**
 * Everybody logged in may look up, and whoever may narrow a look-up by a mobile number or a remark reads it by
 * asking: those who may not list the dataset narrow by groups alone. Throws `unknownFilter`.
 */
function assertCoarse(dataset: AnyDataset, query: Query): void {
  const { value, within = [] } = dataset.identity;
  const open = new Set([value, dataset.key, ...within]);
  for (const key of Object.keys(query)) {
    const name = key.replace(/\[\]$/, '');
    if (!open.has(name) && !coarse.has(fieldOf(dataset, name)?.kind ?? '')) {
      throw failure('unknownFilter', { params: { name: key.slice(0, 64) } });
    }
  }
}

/** Look-ups may be narrowed by any scalar field, not only by the list's filters: cities of one level, tags of one group. */
function lookupConditions(engine: Engine, dataset: AnyDataset, query: Query): Condition[] {
  const plain = Object.entries(query).filter(([key]) => {
    const field = fieldOf(dataset, key.replace(/\[\]$/, ''));
    return (
      field &&
      !field.private &&
      !field.derived &&
      !isPersonal(field) &&
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
