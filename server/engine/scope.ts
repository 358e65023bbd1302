import { datasetNamed } from '@yikao/model/datasets/index.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import {
  isCommon,
  isUnbound,
  type Once,
  type ScopeKind,
  scopeField,
  scopeKinds,
  scopeReference,
} from '@yikao/model/kernel/scope.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from './actor.ts';
import { serverKindOf } from './fields/index.ts';
import { columnName, tableName } from './naming.ts';
import { shownConditions } from './shown-to.ts';
import { allOf, type Condition, column } from './sql.ts';

/**
 * The purpose that rows are wanted for. `read`: to be shown. `write`: to be changed or deleted. `choose`: to be
 * offered by name, and referred to. `name`: to give rows within reach the names of what they refer to.
 */
export type Purpose = 'read' | 'write' | 'choose' | 'name';

/**
 * The organisations, or the person, that one kind of scope binds an actor to; null when it does not bind the actor.
 *
 * This file is the one place that decides which rows belong to whom (domain 0.3). Every read, update and delete puts
 * {@link scopeCondition} into its WHERE; every row to be written passes {@link scopeIssues}. An agency is bound to its
 * partner as well: it reads that partner's tree, and writes for that partner alone.
 */
export function boundTo(actor: Actor, kind: ScopeKind, purpose: Purpose): readonly number[] | null {
  switch (kind) {
    case 'partner':
      if (actor.agentId === null) return actor.partnersIds;
      return purpose === 'write' ? (actor.partnersIds ?? []).slice(0, 1) : (actor.partnersIds ?? []);
    case 'province':
      return actor.provinceId === null ? null : [actor.provinceId];
    case 'agency':
      return actor.agentId === null ? null : [actor.agentId];
    case 'own':
      return actor.ownRowsOnly ? [actor.userId] : null;
  }
}

/** The scopes of a dataset that bind the actor by a field of its own: the field, and the values it may be given. */
function bindings(dataset: AnyDataset, actor: Actor): { field: string; allowed: readonly number[] }[] {
  return scopeKinds.flatMap(kind => {
    const field = scopeField(dataset, kind);
    const allowed = field === undefined ? null : boundTo(actor, kind, 'write');
    return field !== undefined && allowed !== null ? [{ field, allowed }] : [];
  });
}

/** The rows of `dataset` on `alias` that one kind of scope leaves to whoever is bound to `allowed`. */
function kindCondition(
  dataset: AnyDataset,
  kind: ScopeKind,
  allowed: readonly number[],
  alias: string,
  purpose: Purpose,
): Condition {
  const source = dataset.scope[kind];
  // Boot refuses a declaration that leaves a kind out, and a reference that leads nowhere; here they show nothing.
  if (source === undefined) return sql<SqlBool>`false`;
  if (isUnbound(source)) {
    return 'readOnly' in source && purpose === 'write' ? sql<SqlBool>`false` : allOf([]);
  }
  if (source === 'createBy') {
    return purpose === 'choose' ? allOf([]) : ownedBy(column(alias, 'create_by'), allowed);
  }
  if (typeof source === 'string') return fieldCondition(dataset, source, allowed, alias, purpose);
  const field = fieldOf(dataset, source.through);
  const target = field?.kind === 'ref' ? datasetNamed(field.to) : undefined;
  if (!target) return sql<SqlBool>`false`;
  const inner = `${alias}_${columnName(source.through)}`;
  const reference = column(alias, columnName(source.through));
  // What hangs on a row that is everybody's to read is changed by whoever reaches it.
  const inward = purpose === 'write' ? 'read' : purpose;
  const leads = sql<SqlBool>`exists (select 1 from ${sql.table(tableName(target))} as ${sql.id(inner)}
    where ${column(inner, columnName(target.identity.value))} = ${reference}
      and ${kindCondition(target, kind, allowed, inner, inward)})`;
  const reached = purpose === 'name' ? sql<SqlBool>`(${reference} is null or ${leads})` : leads;
  return source.once ? allOf([reached, onceCondition(dataset, source.once, alias)]) : reached;
}

/** Rows that wait for another row to let them go are there once it has. */
function onceCondition(dataset: AnyDataset, { of, is }: Once, alias: string): Condition {
  const field = fieldOf(dataset, of);
  const target = field?.kind === 'ref' ? datasetNamed(field.to) : undefined;
  if (!target) return sql<SqlBool>`false`;
  const inner = `${alias}_once`;
  return sql<SqlBool>`exists (select 1 from ${sql.table(tableName(target))} as ${sql.id(inner)}
    where ${column(inner, columnName(target.identity.value))} = ${column(alias, columnName(of))}
      and ${column(inner, columnName(is))} = 1)`;
}

/** A row whose list of owners is empty, or whose owner is 0, belongs to all: they read it and do not change it. */
function fieldCondition(
  dataset: AnyDataset,
  name: string,
  allowed: readonly number[],
  alias: string,
  purpose: Purpose,
): Condition {
  const field = fieldOf(dataset, name);
  const owner = column(alias, columnName(name));
  const owned =
    field?.kind === 'refs' ? sql<SqlBool>`${owner} && ${[...allowed]}::bigint[]` : ownedBy(owner, allowed);
  if (purpose === 'write') return owned;
  if (field?.kind === 'refs') return sql<SqlBool>`(${owned} or coalesce(cardinality(${owner}), 0) = 0)`;
  const open = field?.kind === 'ref' && field.zero ? sql<SqlBool>`(${owned} or ${owner} = 0)` : owned;
  // What nobody owns is the house's own, and its name is nobody's secret.
  return purpose === 'name' ? sql<SqlBool>`(${open} or ${owner} is null)` : open;
}

function ownedBy(owner: RawBuilder<unknown>, allowed: readonly number[]): Condition {
  // Most are bound to one organisation; so written, the planner has statistics of just that one.
  return allowed.length === 1
    ? sql<SqlBool>`${owner} = ${allowed[0]}`
    : sql<SqlBool>`${owner} = any(${[...allowed]}::bigint[])`;
}

/** Kinds that keep the names of rows: organisations compete, whereas provinces and colleagues are no secret. */
const namedKinds: ReadonlySet<ScopeKind> = new Set(['partner', 'agency']);

/** One kind of scope that binds an actor in a dataset. */
export interface ScopeRule {
  readonly kind: ScopeKind;
  /**
   * Field that says whose a row is, or the reference that leads to the row which says it; undefined where that is the
   * row's creator, and where the dataset denies the kind.
   */
  readonly field: string | undefined;
  /** The field only leads to the row that says it. */
  readonly through: boolean;
  readonly allowed: readonly number[];
  /** The rows that this kind alone leaves. */
  readonly condition: Condition;
}

/** The kinds of scope that bind the actor in a dataset, all of which a row must meet. */
export function scopeRules(
  dataset: AnyDataset,
  actor: Actor,
  alias: string,
  purpose: Purpose = 'read',
): ScopeRule[] {
  return scopeKinds.flatMap(kind => {
    const source = dataset.scope[kind];
    const allowed = boundTo(actor, kind, purpose);
    if (allowed === null || (isUnbound(source) && ('common' in source || purpose !== 'write'))) return [];
    if (purpose === 'name' && !namedKinds.has(kind)) return [];
    const reference = scopeReference(dataset.scope, kind);
    return [
      {
        kind,
        field: reference ?? scopeField(dataset, kind),
        through: reference !== undefined,
        allowed,
        condition: kindCondition(dataset, kind, allowed, alias, purpose),
      },
    ];
  });
}

/**
 * The rows the actor reaches, to read them unless told otherwise, as a condition on the table aliased as `alias`. Rows
 * whose scope column is null are seen by unbound actors only, rows of a kind that the dataset says nothing of likewise.
 */
export function scopeCondition(
  dataset: AnyDataset,
  actor: Actor,
  alias: string,
  purpose: Purpose = 'read',
): Condition {
  if (actor.noRows && purpose !== 'name' && !isCommon(dataset)) return sql<SqlBool>`false`;
  return allOf([
    ...scopeRules(dataset, actor, alias, purpose).map(({ condition }) => condition),
    ...screenConditions(dataset, alias),
    ...shownConditions(dataset, actor, alias),
  ]);
}

/** The conditions that a row is one that a further screen is about; none for a dataset itself. */
function screenConditions({ fields, screen }: AnyDataset, alias: string): Condition[] {
  if (!screen) return [];
  const having = Object.entries(screen.where).map(([name, values]) => {
    const field = fields[name];
    // Boot refuses a screen of a field that is not there; here it shows nothing.
    if (!field) return sql<SqlBool>`false`;
    const type = sql.raw(serverKindOf(field).column(field));
    return sql<SqlBool>`${column(alias, columnName(name))} = any(${[...values]}::${type}[])`;
  });
  const given = screen.given.map(name => sql<SqlBool>`${column(alias, columnName(name))} is not null`);
  return [...having, ...given];
}

/**
 * The condition that a row on `alias`, which the reference `name` of `dataset` is to point at, belongs to the actor
 * where the reference says whose the new row will be: an agency writes for its own partner alone.
 */
export function leadingCondition(
  dataset: AnyDataset,
  name: string,
  target: AnyDataset,
  actor: Actor,
  alias: string,
): Condition {
  const kinds = scopeKinds.filter(kind => scopeReference(dataset.scope, kind) === name);
  return allOf(
    kinds.flatMap(kind => {
      const allowed = boundTo(actor, kind, 'write');
      return allowed === null ? [] : [kindCondition(target, kind, allowed, alias, 'read')];
    }),
  );
}

/** The kind of scope by which the actor reads a dataset's rows and may change none of them, if there is one. */
export function readOnlyKind(dataset: AnyDataset, actor: Actor): ScopeKind | undefined {
  return scopeKinds.find(kind => {
    const source = dataset.scope[kind];
    if (boundTo(actor, kind, 'write') === null) return false;
    return source === undefined || (isUnbound(source) && 'readOnly' in source);
  });
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
    const [first] = allowed;
    if (isNumberedKey(dataset, field) || first === undefined) continue;
    values[field] = fieldOf(dataset, field)?.kind === 'refs' ? [first] : first;
  }
  return values;
}

/**
 * The faults of the values of a row that the actor wants to write; nothing when it stays within reach. Where
 * rows are told by their own key, as partners are, a new row (`values` without the key) must hang under one that
 * is within reach, and no row may be moved from under it. A reference that leads to the scope may not be empty; where
 * it leads is looked up with the other references (see `referenceIssues`).
 */
export function scopeIssues(dataset: AnyDataset, actor: Actor, values: Readonly<RowValues>): Issue[] {
  if (isCommon(dataset)) return [];
  if (actor.noRows || readOnlyKind(dataset, actor)) return [issue(dataset.key, 'outOfScope')];
  const leading = scopeRules(dataset, actor, 'd', 'write').flatMap(({ field, through }) =>
    through && field !== undefined && Object.hasOwn(values, field) && !Number(values[field])
      ? [issue(field, 'outOfScope')]
      : [],
  );
  const direct = bindings(dataset, actor).flatMap(({ field, allowed }) => {
    const told =
      isNumberedKey(dataset, field) &&
      (!Object.hasOwn(values, field) || Object.hasOwn(values, dataset.parent ?? ''))
        ? (dataset.parent ?? field)
        : field;
    if (told === field && !Object.hasOwn(values, field) && !isNumberedKey(dataset, field)) return [];
    const value = values[told];
    const given = Array.isArray(value) ? value : [value];
    return given.some(id => allowed.includes(Number(id))) ? [] : [issue(told, 'outOfScope')];
  });
  // A reference may lead to several kinds.
  return [...new Map([...leading, ...direct].map(one => [one.field, one])).values()];
}
