import { failure } from '@yikao/model/errors.ts';
import { plainMobile } from '@yikao/model/fields/mobile.ts';
import { endOfDay, parseDateTime } from '@yikao/model/fields/parts/calendar.ts';
import { type AnyDataset, fieldOf, type ListFilter, systemFields } from '@yikao/model/kernel/dataset.ts';
import { type Field, isPersonal } from '@yikao/model/kernel/field.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { isEmpty, validateValue } from '@yikao/model/kernel/validate/validate.ts';
import { limits } from '@yikao/model/limits.ts';
import { plainForm, withoutMarks } from '@yikao/model/rules/compare-text.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { serverKindOf } from '../fields/index.ts';
import type { Actor } from '../scope/actor.ts';
import { containsText } from '../search/search-text.ts';
import { isCompared } from '../table/compared.ts';
import { fieldSql } from '../table/field-sql.ts';
import { perDataset } from '../table/per-dataset.ts';
import { type Condition, likeLiteral } from '../table/sql.ts';
import { byStaffCondition } from './staff-names.ts';

/** A query string, or the filters of an export: each key with one value or several. */
export type Query = Readonly<Record<string, unknown>>;

/** Keys of a list's query that are no filters. */
export const pageKeys = new Set(['current', 'size', 'sort', 'tree', 'exact', 'after']);

type Form = 'values' | 'atLeast' | 'start' | 'end';

/** Every query key of a dataset's list, with its field and role (domain 0.2). */
export const filterKeys = perDataset((dataset): ReadonlyMap<string, { field: string; form: Form }> => {
  const keys = new Map<string, { field: string; form: Form }>();
  const declared: ListFilter[] = [{ field: dataset.key, as: dataset.key }, ...dataset.list.filters];
  for (const { field: name, as, also, atLeast } of declared) {
    const field = fieldOf(dataset, name);
    if (!field || field.private || field.derived) continue;
    if (serverKindOf(field).filter === 'range' || isRangedText(field)) {
      keys.set(`${as}Start`, { field: name, form: 'start' });
      keys.set(`${as}End`, { field: name, form: 'end' });
    }
    const form = atLeast ? 'atLeast' : 'values';
    keys.set(as, { field: name, form });
    if (also !== undefined) keys.set(also, { field: name, form });
    // The specification's name for a choice of several years (section 2, exam calendar).
    if (field.kind === 'year') keys.set(`${as}Array`, { field: name, form: 'values' });
  }
  return keys;
});

/**
 * The conditions of a query on the table aliased as `alias`. Arrays may be sent with or without `[]`; empty values are
 * ignored. Throws `unknownFilter` for an unknown key (unless `ignoreUnknown`, which exports use: domain 8.8) and
 * `invalidFields` with every value that does not fit its field. `reader` asks: without one, nobody's changes are found.
 */
export function filterConditions(
  engine: Engine,
  dataset: AnyDataset,
  query: Query,
  alias: string,
  options: {
    readonly reader?: Actor;
    readonly skip?: ReadonlySet<string>;
    readonly ignoreUnknown?: boolean;
  } = {},
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
    if (isRangedText(field) && known.form !== 'values') {
      const bound = plainForm(String(given[0]).trim().slice(0, 255));
      conditions.push(
        known.form === 'start' ? sql<SqlBool>`${left} >= ${bound}` : sql<SqlBool>`${left} <= ${bound}`,
      );
      continue;
    }
    if (kind.filter === 'contains') {
      const wanted = String(given[0]).trim().slice(0, 255);
      conditions.push(
        findsWhole(field)
          ? textCondition(field, left, withoutMarks(wanted))
          : partCondition(engine, dataset, known.field, alias, wanted),
      );
      continue;
    }
    const values: unknown[] = [];
    for (const one of given.flatMap(value =>
      typeof value === 'string' ? splitList(value, field) : [value],
    )) {
      const result = validateValue(key, field, wholeTime(one, field, known.form));
      if ('issue' in result) issues.push(result.issue);
      else values.push(kind.toColumn(result.value as never));
    }
    if (values.length === 0) continue;
    const type = sql.raw(kind.column(field));
    if (field === systemFields.updateBy) {
      if (!options.reader) throw failure('unknownFilter', { params: { name: key.slice(0, 64) } });
      conditions.push(byStaffCondition(left, values, options.reader));
      continue;
    }
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

/** Reports whether a text is also filtered from one value to another. */
function isRangedText(field: Field): boolean {
  return field.kind === 'text' && field.find === 'range';
}

/** Query keys that search the number of a person: the dataset's filters and the search of a look-up. */
export const personalKeys = perDataset((dataset): readonly string[] => {
  const isOfPerson = (name: string) => {
    const field = fieldOf(dataset, name);
    return field !== undefined && isPersonal(field);
  };
  const filters = [...filterKeys(dataset)].filter(([, { field }]) => isOfPerson(field)).map(([key]) => key);
  return (dataset.identity.also ?? []).some(isOfPerson) ? [...filters, 'keywords'] : filters;
});

/** Reports whether an index serves the filter of a text: by its whole value or its beginning. */
function findsWhole(field: Field): boolean {
  return field === systemFields.importBatch || (field.kind === 'text' && field.find !== undefined);
}

/** The condition that a text contains the wanted one, or names the same group by number. */
function partCondition(
  engine: Engine,
  dataset: AnyDataset,
  name: string,
  alias: string,
  wanted: string,
): Condition {
  const contains = containsText(engine, dataset, name, alias, wanted);
  if (!isCompared(fieldOf(dataset, name))) return contains;
  const left = fieldSql(engine, dataset, name, alias);
  return sql<SqlBool>`(${contains} or yikao_group_number(${left}) = yikao_group_number(${wanted}))`;
}

/** The condition that a text equals the wanted one or begins with it, as its field declares. */
function textCondition(field: Field, left: RawBuilder<unknown>, wanted: string): Condition {
  return field.kind === 'text' && field.find === 'prefix'
    ? sql<SqlBool>`${left} like ${`${likeLiteral(plainForm(wanted))}%`}`
    : sql<SqlBool>`${left} = ${field === systemFields.importBatch ? wanted : plainForm(wanted)}`;
}

/** Signs that people set between the digits of a number, or leave out. */
const separators = '-()';

/**
 * The condition that a personal number equals this one, ignoring separators. Partial matches are excluded, because they
 * would reveal the whole number digit by digit. Numbers stored in a single form use their index.
 */
export function sameNumber(field: Field, left: RawBuilder<unknown>, wanted: string): Condition {
  if (field.kind === 'mobile') return sql<SqlBool>`${left} = ${plainMobile(wanted)}`;
  if (field.kind === 'text' && field.find === 'equal') return sql<SqlBool>`${left} = ${plainForm(wanted)}`;
  const plain = (value: unknown) => sql`translate(yikao_fold(${value}), ${separators}, '')`;
  // A text may have several numbers, with commas between them; each of them is found.
  const wholes = sql`string_to_array(${plain(left)}, ',')`;
  return sql<SqlBool>`(${plain(left)} = ${plain(sql`${wanted}::text`)} or ${plain(sql`${wanted}::text`)} = any(${wholes}))`;
}

/** Kinds that accept several values in a query. */
const listed = new Set<Field['kind']>(['code', 'codes', 'ref', 'refs', 'year']);

/** `1,3` means several codes or rows (domain Q31); text filters keep their commas. */
function splitList(value: string, field: Field): string[] {
  return listed.has(field.kind) ? value.split(',') : [value];
}

/** A day in a range of instants means the whole day, even for fields that would read it as one instant. */
function wholeTime(value: unknown, field: Field, form: Form): unknown {
  if (field.kind !== 'dateTime' || typeof value !== 'string') return value;
  const day = parseDateTime(value);
  if (day === undefined || day.time !== undefined) return value;
  return `${day.date} ${form === 'end' ? endOfDay : '00:00:00'}`;
}
