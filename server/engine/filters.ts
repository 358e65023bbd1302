import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf, type ListFilter, systemFields } from '@yikao/model/kernel/dataset.ts';
import { type Field, isPersonal } from '@yikao/model/kernel/field.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { isEmpty, validateValue } from '@yikao/model/kernel/validate.ts';
import { limits } from '@yikao/model/limits.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { fieldSql } from './field-sql.ts';
import { serverKindOf } from './fields/index.ts';
import { type Condition, likeLiteral } from './sql.ts';

/** A query string, or the filters of an export: each key with one value or several. */
export type Query = Readonly<Record<string, unknown>>;

/** Keys of a list's query that are no filters. */
export const pageKeys = new Set(['current', 'size', 'sort', 'tree', 'exact', 'after']);

type Form = 'values' | 'atLeast' | 'start' | 'end';

/** Every key a dataset's list may be asked by, with the field and the part it plays (domain 0.2). */
export function filterKeys(dataset: AnyDataset): Map<string, { field: string; form: Form }> {
  const keys = new Map<string, { field: string; form: Form }>();
  const declared: ListFilter[] = [{ field: dataset.key, as: dataset.key }, ...dataset.list.filters];
  for (const { field: name, as, also, atLeast } of declared) {
    const field = fieldOf(dataset, name);
    if (!field || field.private || field.derived) continue;
    if (serverKindOf(field).filter === 'range') {
      keys.set(`${as}Start`, { field: name, form: 'start' });
      keys.set(`${as}End`, { field: name, form: 'end' });
    }
    const form = atLeast ? 'atLeast' : 'values';
    keys.set(as, { field: name, form });
    if (also !== undefined) keys.set(also, { field: name, form });
    // The spec's own name for a choice of several years (section 2, exam calendar).
    if (field.kind === 'year') keys.set(`${as}Array`, { field: name, form: 'values' });
  }
  return keys;
}

/**
 * The conditions of a query on the table aliased as `alias`. Arrays come with or without `[]`; empty values
 * ask nothing. Throws `unknownFilter` for a key the dataset does not know (unless `ignoreUnknown`, which
 * exports want: domain 8.8) and `invalidFields` with every value that does not fit its field.
 */
export function filterConditions(
  engine: Engine,
  dataset: AnyDataset,
  query: Query,
  alias: string,
  options: { readonly skip?: ReadonlySet<string>; readonly ignoreUnknown?: boolean } = {},
): Condition[] {
  const keys = filterKeys(dataset);
  const conditions: Condition[] = [];
  const issues: Issue[] = [];
  for (const [rawKey, raw] of Object.entries(query)) {
    const key = rawKey.endsWith('[]') ? rawKey.slice(0, -2) : rawKey;
    if (options.skip?.has(rawKey)) continue;
    const known = keys.get(key);
    if (!known) {
      if (options.ignoreUnknown) continue;
      throw failure('unknownFilter', { params: { name: key.slice(0, 64) } });
    }
    const given = (Array.isArray(raw) ? raw : [raw]).filter(value => !isEmpty(value));
    if (given.length === 0) continue;
    if (given.length > limits.idsMax) {
      issues.push(issue(key, 'tooMany', { max: limits.idsMax }));
      continue;
    }
    const field = fieldOf(dataset, known.field) as Field;
    const kind = serverKindOf(field);
    const left = fieldSql(engine, dataset, known.field, alias);
    if (kind.filter === 'none') throw failure('unknownFilter', { params: { name: key.slice(0, 64) } });
    if (isPersonal(field)) {
      const [wanted, ...more] = given;
      const result = validateValue(key, field, wanted);
      if (more.length > 0) issues.push(issue(key, 'wholeOnly'));
      else if ('issue' in result) issues.push(result.issue);
      else conditions.push(sameNumber(field, left, String(result.value)));
      continue;
    }
    if (kind.filter === 'contains') {
      conditions.push(textCondition(field, left, String(given[0]).trim().slice(0, 255)));
      continue;
    }
    const values: unknown[] = [];
    for (const one of given.flatMap(value =>
      typeof value === 'string' ? splitList(value, field) : [value],
    )) {
      const result = validateValue(key, field, endOfDay(one, field, known.form));
      if ('issue' in result) issues.push(result.issue);
      else values.push(kind.toColumn(result.value as never));
    }
    if (values.length === 0) continue;
    const type = sql.raw(kind.column(field));
    if (known.form === 'atLeast') conditions.push(sql<SqlBool>`${left} >= all(${values}::${type}[])`);
    else if (known.form === 'start') conditions.push(sql<SqlBool>`${left} >= ${values[0]}::${type}`);
    else if (known.form === 'end') conditions.push(sql<SqlBool>`${left} <= ${values[0]}::${type}`);
    else if (kind.filter === 'overlaps') conditions.push(sql<SqlBool>`${left} && ${values.flat()}::${type}`);
    else if (values.length === 1) conditions.push(sql<SqlBool>`${left} = ${values[0]}::${type}`);
    else conditions.push(sql<SqlBool>`${left} = any(${values}::${type}[])`);
  }
  if (issues.length > 0) {
    throw failure('invalidFields', {
      issues,
      labels: name => fieldOf(dataset, keys.get(name)?.field ?? name)?.label,
    });
  }
  return conditions;
}

/** Keys by which a query of the dataset looks for the number of a person: its filters, and what a look-up is searched by. */
export function personalKeys(dataset: AnyDataset): string[] {
  const isOfPerson = (name: string) => {
    const field = fieldOf(dataset, name);
    return field !== undefined && isPersonal(field);
  };
  const filters = [...filterKeys(dataset)].filter(([, { field }]) => isOfPerson(field)).map(([key]) => key);
  return (dataset.identity.also ?? []).some(isOfPerson) ? [...filters, 'keywords'] : filters;
}

/** The condition that a text is, begins with or contains the wanted one, as its field says. */
function textCondition(field: Field, left: RawBuilder<unknown>, wanted: string): Condition {
  const find = field.kind === 'text' ? field.find : undefined;
  if (field === systemFields.importBatch || find === 'equal') return sql<SqlBool>`${left} = ${wanted}`;
  const pattern = `${likeLiteral(wanted)}%`;
  return find === 'prefix'
    ? sql<SqlBool>`${left} like ${pattern}`
    : sql<SqlBool>`${left} ilike ${`%${pattern}`}`;
}

/** Signs that people set between the digits of a number, or leave out. */
const separators = ' -()（）';

/**
 * The condition that a personal number is this one, however its digits are set apart. No part of it will do: whoever
 * may ask for parts reads the whole number one digit after the other. What is kept in one form alone is found by its
 * index.
 */
export function sameNumber(field: Field, left: RawBuilder<unknown>, wanted: string): Condition {
  if (field.kind === 'mobile') return sql<SqlBool>`${left} = ${wanted.replace(/[\s-]/g, '')}`;
  if (field.kind === 'text' && field.find === 'equal') return sql<SqlBool>`${left} = ${wanted.trim()}`;
  const plain = (value: unknown) => sql`translate(lower(${value}), ${separators}, '')`;
  return sql<SqlBool>`${plain(left)} = ${plain(sql`${wanted}::text`)}`;
}

/** Kinds of which a query may ask for several values at once. */
const listed = new Set<Field['kind']>(['code', 'codes', 'ref', 'refs', 'year']);

/** `1,3` asks for several codes or rows (domain Q31); text filters keep their commas. */
function splitList(value: string, field: Field): string[] {
  return listed.has(field.kind) ? value.split(',') : [value];
}

/** A day given as the end of a range of instants means the whole day. */
function endOfDay(value: unknown, field: Field, form: Form): unknown {
  return form === 'end' && field.kind === 'dateTime' && typeof value === 'string' && value.trim().length <= 10
    ? `${value.trim()} 23:59:59`
    : value;
}
