import { datasetNamed } from '@yikao/model/contexts/datasets.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import {
  isCommon,
  isUnbound,
  lookingKind,
  type Once,
  type ScopeKind,
  scopeField,
  scopeKinds,
  scopeReference,
} from '@yikao/model/kernel/scope.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { serverKindOf } from '../fields/index.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, type Condition, column } from '../table/sql.ts';
import type { Actor } from './actor.ts';
import { shownConditions } from './shown-to.ts';

/**
 * The purpose of reading rows. `read`: to show them. `write`: to change or delete them. `choose`: to offer them by name
 * and refer to them. `name`: to name the references of rows within reach.
 */
export type Purpose = 'read' | 'write' | 'choose' | 'name';

/**
 * The organisations, or the person, that one kind of scope binds an actor to; null when it does not bind the actor.
 *
 * Only this file decides who owns which rows (domain 0.3). Every read, update and delete adds {@link scopeCondition} to
 * its WHERE; every row to be written passes {@link scopeIssues}. An agency is also bound to its partner: it reads that
 * partner's tree, and writes only for that partner.
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

/** The scopes of a dataset that bind the actor through a field of the row: the field, and its allowed values. */
function bindings(dataset: AnyDataset, actor: Actor): { field: string; allowed: readonly number[] }[] {
  return scopeKinds.flatMap(kind => {
    const field = scopeField(dataset, kind);
    const allowed = field === undefined ? null : boundTo(actor, kind, 'write');
    return field !== undefined && allowed !== null ? [{ field, allowed }] : [];
  });
}

/** The rows of `dataset` on `alias` that one kind of scope allows for people bound to `allowed`. */
function kindCondition(
  dataset: AnyDataset,
  kind: ScopeKind,
  allowed: readonly number[],
  alias: string,
  purpose: Purpose,
): Condition {
  const source = dataset.scope[kind];
  // Boot refuses declarations without a kind or with a dangling reference; here they match no rows.
  if (source === undefined) return sql<SqlBool>`false`;
  if (isUnbound(source)) {
    if ('common' in source) return allOf([]);
    if (purpose === 'write') return sql<SqlBool>`false`;
    return source.within === undefined
      ? allOf([])
      : fieldCondition(dataset, source.within, allowed, alias, purpose);
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
  const leads = sql<SqlBool>`exists (select 1 from ${sql.table(tableName(target))} as ${sql.id(inner)}
    where ${column(inner, columnName(target.identity.value))} = ${reference}
      and ${kindCondition(target, kind, allowed, inner, purpose)})`;
  const reached = purpose === 'name' ? sql<SqlBool>`(${reference} is null or ${leads})` : leads;
  return source.once ? allOf([reached, onceCondition(dataset, source.once, alias)]) : reached;
}

/** Withheld rows become visible once the other row releases them. */
function onceCondition(dataset: AnyDataset, { of, is }: Once, alias: string): Condition {
  const field = fieldOf(dataset, of);
  const target = field?.kind === 'ref' ? datasetNamed(field.to) : undefined;
  if (!target) return sql<SqlBool>`false`;
  const inner = `${alias}_once`;
  return sql<SqlBool>`exists (select 1 from ${sql.table(tableName(target))} as ${sql.id(inner)}
    where ${column(inner, columnName(target.identity.value))} = ${column(alias, columnName(of))}
      and ${column(inner, columnName(is))} = 1)`;
}

/** A row with an empty list of owners, or the owner 0, is shared: all people read it and do not change it. */
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
  // An unowned row belongs to the house, and its name is not secret.
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
   * Field with the row's owner, or the reference to the row that has it; undefined if the creator is the owner, and if
   * the dataset denies the kind.
   */
  readonly field: string | undefined;
  /** The field refers to the row that has the owner. */
  readonly through: boolean;
  readonly allowed: readonly number[];
  /** The rows allowed by this kind alone. */
  readonly condition: Condition;
}

/** The kinds of scope that bind the actor in a dataset; a row must meet all of them. */
export function scopeRules(
  dataset: AnyDataset,
  actor: Actor,
  alias: string,
  purpose: Purpose = 'read',
): ScopeRule[] {
  return scopeKinds.flatMap(kind => {
    const source = dataset.scope[kind];
    const allowed = boundTo(actor, kind, purpose);
    if (allowed === null) return [];
    const open =
      isUnbound(source) && ('common' in source || (purpose !== 'write' && source.within === undefined));
    if (open) return [];
    if (purpose === 'name' && !namedKinds.has(kind)) return [];
    const reference = scopeReference(dataset.scope, kind);
    return [
      {
        kind,
        field:
          reference ??
          scopeField(dataset, kind) ??
          (isUnbound(source) && 'within' in source ? source.within : undefined),
        through: reference !== undefined,
        allowed,
        condition: kindCondition(dataset, kind, allowed, alias, purpose),
      },
    ];
  });
}

/**
 * The rows the actor reaches, by default for reading, as a condition on the table aliased as `alias`. Only unbound
 * actors see rows whose scope column is null, or whose kind the dataset does not declare.
 */
export function scopeCondition(
  dataset: AnyDataset,
  actor: Actor,
  alias: string,
  purpose: Purpose = 'read',
): Condition {
  if (purpose === 'write' && readOnlyKind(dataset, actor) !== undefined) return sql<SqlBool>`false`;
  const needsRows = purpose === 'write' || (purpose !== 'name' && !isCommon(dataset));
  if (actor.noRows && needsRows) return sql<SqlBool>`false`;
  return allOf([
    ...scopeRules(dataset, actor, alias, purpose).map(({ condition }) => condition),
    ...screenConditions(dataset, alias),
    ...shownConditions(dataset, actor, alias),
  ]);
}

/** Reports whether anything keeps rows of the dataset from the actor's reach when they are written. */
export function isBound(dataset: AnyDataset, actor: Actor): boolean {
  return (
    actor.noRows ||
    readOnlyKind(dataset, actor) !== undefined ||
    scopeRules(dataset, actor, 'd', 'write').length > 0
  );
}

/** The conditions that select a further screen's rows; empty for a dataset itself. */
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
 * The condition that a row on `alias`, the target of the reference `name` of `dataset`, belongs to the actor, if the
 * reference determines the new row's owner: an agency writes only for its own partner.
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
      return allowed === null ? [] : [kindCondition(target, kind, allowed, alias, 'write')];
    }),
  );
}

/** The kind of scope that lets the actor read a dataset's rows but never change them, if there is one. */
export function readOnlyKind(dataset: AnyDataset, actor: Actor): ScopeKind | undefined {
  return lookingKind(
    dataset,
    scopeKinds.filter(kind => boundTo(actor, kind, 'write') !== null),
  );
}

/** Reports whether the field is a key that the database numbers: a new row has none and cannot be identified by it. */
function isNumberedKey(dataset: AnyDataset, field: string): boolean {
  return field === dataset.key && dataset.keyBy === 'database';
}

/**
 * Values that a new row of a bound actor gets by default: the actor's own partner (not one of its descendants),
 * province, agency, or the actor. Other values within reach may be given instead.
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
 * The scope violations in values that the actor wants to write; empty if they stay within reach. If rows are identified
 * by their own key, as partners are, a new row (`values` without the key) must be below one within reach, and no row
 * may be moved out of it. A reference that leads to the owner may not be empty; its target is looked up with the other
 * references (see `referenceIssues`).
 */
export function scopeIssues(dataset: AnyDataset, actor: Actor, values: Readonly<RowValues>): Issue[] {
  if (actor.noRows || readOnlyKind(dataset, actor)) return [issue(dataset.key, 'outOfScope')];
  if (isCommon(dataset)) return [];
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
  // One reference may serve several kinds.
  return [...new Map([...leading, ...direct].map(one => [one.field, one])).values()];
}
