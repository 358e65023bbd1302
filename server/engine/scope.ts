import { datasetNamed } from '@yikao/model/datasets/index.ts';
import {
  type AnyDataset,
  fieldOf,
  type ScopeKind,
  scopeField,
  scopeKinds,
} from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from './actor.ts';
import { columnName, tableName } from './naming.ts';
import { allOf, type Condition, column } from './sql.ts';

/**
 * The one place that decides which rows belong to whom (domain 0.3). Every read, update and delete puts
 * {@link scopeCondition} into its WHERE; every row to be written passes {@link scopeIssues}.
 */
function boundTo(actor: Actor, kind: ScopeKind): readonly number[] | null {
  switch (kind) {
    case 'partner':
      return actor.partnersIds;
    case 'province':
      return actor.provinceId === null ? null : [actor.provinceId];
    case 'agency':
      return actor.agentId === null ? null : [actor.agentId];
    case 'own':
      return actor.ownRowsOnly ? [actor.userId] : null;
  }
}

/** The scopes of a dataset that bind the actor by a field of its own: the field, and the values it may have. */
function bindings(dataset: AnyDataset, actor: Actor): { field: string; allowed: readonly number[] }[] {
  const found: { field: string; allowed: readonly number[] }[] = [];
  for (const kind of scopeKinds) {
    const field = scopeField(dataset, kind);
    const allowed = field === undefined ? null : boundTo(actor, kind);
    if (field !== undefined && allowed !== null) found.push({ field, allowed });
  }
  return found;
}

/** The rows of `dataset` on `alias` that one kind of scope leaves to whoever is bound to `allowed`. */
function kindCondition(
  dataset: AnyDataset,
  kind: ScopeKind,
  allowed: readonly number[],
  alias: string,
): Condition {
  const source = dataset.scope === 'unscoped' ? undefined : dataset.scope[kind];
  if (source === undefined) return allOf([]);
  if (typeof source === 'string') {
    const owner = column(alias, columnName(source));
    // Most are bound to one organisation; so written, the planner has statistics of just that one.
    return allowed.length === 1
      ? sql<SqlBool>`${owner} = ${allowed[0]}`
      : sql<SqlBool>`${owner} = any(${[...allowed]}::bigint[])`;
  }
  const field = fieldOf(dataset, source.through);
  const target = field?.kind === 'ref' ? datasetNamed(field.to) : undefined;
  // The boot assertions refuse such a declaration; a scope that cannot be told shows nothing.
  if (!target) return sql<SqlBool>`false`;
  const inner = `${alias}_${columnName(source.through)}`;
  return sql<SqlBool>`exists (select 1 from ${sql.table(tableName(target))} as ${sql.id(inner)}
    where ${column(inner, columnName(target.identity.value))} = ${column(alias, columnName(source.through))}
      and ${kindCondition(target, kind, allowed, inner)})`;
}

/** One kind of scope that binds an actor in a dataset. */
export interface ScopeRule {
  readonly kind: ScopeKind;
  /** Field that says whose a row is, or the reference that leads to the row which says it. */
  readonly field: string;
  /** The field only leads to the row that says it. */
  readonly through: boolean;
  readonly allowed: readonly number[];
  /** The rows that this kind alone leaves. */
  readonly condition: Condition;
}

/** The kinds of scope that bind the actor in a dataset, all of which a row must meet. */
export function scopeRules(dataset: AnyDataset, actor: Actor, alias: string): ScopeRule[] {
  return scopeKinds.flatMap(kind => {
    const source = dataset.scope === 'unscoped' ? undefined : dataset.scope[kind];
    const allowed = boundTo(actor, kind);
    if (source === undefined || allowed === null) return [];
    const through = typeof source !== 'string';
    const field = through ? source.through : source;
    return [{ kind, field, through, allowed, condition: kindCondition(dataset, kind, allowed, alias) }];
  });
}

/**
 * The rows the actor may see, as a condition on the table aliased as `alias`. Rows whose scope column is
 * null are seen by unbound actors only. Dictionaries (`'unscoped'`) are read by everybody.
 */
export function scopeCondition(dataset: AnyDataset, actor: Actor, alias: string): Condition {
  if (dataset.scope === 'unscoped') return allOf([]);
  if (actor.noRows) return sql<SqlBool>`false`;
  return allOf(scopeRules(dataset, actor, alias).map(({ condition }) => condition));
}

/** Whether the field is a key that the database numbers: a new row has none, and cannot be told by it. */
function isNumberedKey(dataset: AnyDataset, field: string): boolean {
  return field === dataset.key && dataset.keyBy === 'database';
}

/**
 * Values that a new row of a bound actor gets when it names none: the actor's own partner (not one of its
 * descendants), province, agency, or the actor. Other values that are within reach may be given instead.
 */
export function scopeValues(dataset: AnyDataset, actor: Actor): RowValues {
  const values: RowValues = {};
  for (const { field, allowed } of bindings(dataset, actor)) {
    if (!isNumberedKey(dataset, field) && allowed.length > 0) values[field] = allowed[0];
  }
  return values;
}

/**
 * What is wrong with the values of a row that the actor wants to write; nothing when it stays within reach. Where
 * rows are told by their own key, as partners are, a new row (`values` without the key) must hang under one that
 * is within reach, and no row may be moved from under it. A reference that leads to the scope is looked up within
 * it (see `referenceIssues`), so it needs no word here.
 */
export function scopeIssues(dataset: AnyDataset, actor: Actor, values: Readonly<RowValues>): Issue[] {
  if (dataset.scope === 'unscoped') return [];
  if (actor.noRows) return [issue(dataset.key, 'outOfScope')];
  return bindings(dataset, actor).flatMap(({ field, allowed }) => {
    const told =
      isNumberedKey(dataset, field) &&
      (!Object.hasOwn(values, field) || Object.hasOwn(values, dataset.parent ?? ''))
        ? (dataset.parent ?? field)
        : field;
    if (told === field && !Object.hasOwn(values, field) && !isNumberedKey(dataset, field)) return [];
    return allowed.includes(Number(values[told])) ? [] : [issue(told, 'outOfScope')];
  });
}
