import type { AnyCall } from '@yikao/model/calls/call.ts';
import { calls } from '@yikao/model/contexts/calls.ts';
import { machineOf } from '@yikao/model/contexts/machines.ts';
import { screens } from '@yikao/model/contexts/screens.ts';
import { failure } from '@yikao/model/errors.ts';
import { type Action, type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Field, isPersonal, type RefField, type RefsField } from '@yikao/model/kernel/field.ts';
import { scopeOwners } from '@yikao/model/kernel/scope.ts';
import { permissionCode, stepCode } from '@yikao/model/permissions.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { fieldSql } from '../table/field-sql.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, type Condition, column } from '../table/sql.ts';
import { holds, mayCall } from './access.ts';
import type { Actor } from './actor.ts';
import { leadingCondition, readOnlyKind, scopeCondition } from './scope.ts';
import { seenBy } from './seen.ts';

/** A way to refer to rows of a dataset: a field of `from`, or an input of one of its steps. */
interface Reference {
  readonly from: AnyDataset;
  readonly name: string;
  readonly to: string;
  readonly field: Field;
  /** Only asked by this step, and no field of the rows. */
  readonly input?: string;
}

/** The rows of a dataset whose names a person may look up, and how closely the look-up may ask. */
export interface NameAccess {
  /** The rows, as a condition on the table aliased as `alias`. */
  condition(alias: string): Condition;
  /** The person may list the dataset, and look rows up by every field that the list answers. */
  readonly lists: boolean;
  /**
   * The person lists the rows or chooses them for a row to write: gets the texts that distinguish rows of one name, and
   * finds rows by them. Others get the names that their own lists already show.
   */
  readonly distinguishes: boolean;
  /** Fields of the dataset by which people who may not list it may narrow the look-up. */
  readonly narrowedBy: ReadonlySet<string>;
  /** Datasets that may narrow the look-up to the rows that they name (`among`). */
  readonly among: ReadonlySet<string>;
}

const references = new WeakMap<Engine, ReadonlyMap<string, readonly Reference[]>>();

function referencesTo(engine: Engine, { name }: AnyDataset): readonly Reference[] {
  const known = references.get(engine) ?? Map.groupBy(engine.datasets.flatMap(referencesOf), ({ to }) => to);
  references.set(engine, known);
  return known.get(name) ?? [];
}

/** The calls whose dialogs offer rows, each with the rows that it offers. */
const choosing = calls.flatMap(call => (call.chooses ?? []).map(offer => ({ ...offer, call })));

function isReference(field: Field | undefined): field is RefField | RefsField {
  return field?.kind === 'ref' || field?.kind === 'refs';
}

function referencesOf(from: AnyDataset): Reference[] {
  const own = Object.entries({ ...from.fields, updateBy: fieldOf(from, 'updateBy') });
  const inputs = Object.values(machineOf(from)?.steps ?? {}).flatMap(step =>
    Object.entries(step.inputs).map(([name, field]) => ({ name, field, input: step.name })),
  );
  return [...own.map(([name, field]) => ({ name, field })), ...inputs].flatMap(({ field, ...found }) => {
    if (!field) return [];
    const targets = isReference(field) ? [field.to] : 'offers' in field ? (field.offers ?? []) : [];
    return targets.map(to => ({ from, to, field, ...found }));
  });
}

/** Actions that write a reference into a row, and those that do so even where an edit may not change it. */
const writing = ['add', 'import', 'update', 'batchUpdate'] as const satisfies Action[];
const creating: ReadonlySet<Action> = new Set(['add', 'import']);

/** Reports whether the actor may choose rows for a reference: writes it into rows, or takes a step that asks for it. */
function mayChoose({ from, name, field, input }: Reference, actor: Actor): boolean {
  if (readOnlyKind(from, actor) !== undefined) return false;
  const { actions } = from.permissions;
  const writes =
    input === undefined &&
    field.readOnly !== true &&
    writing.some(
      action =>
        actions.includes(action) &&
        (!field.lockedOnEdit || creating.has(action)) &&
        holds(actor, permissionCode(from, action)),
    );
  if (writes) return true;
  return Object.values(machineOf(from)?.steps ?? {}).some(
    step =>
      step.by.includes('person') &&
      (input === undefined ? Object.hasOwn(step.form, name) : step.name === input) &&
      holds(actor, stepCode(from, step)),
  );
}

/** The lists in which the actor reads the names of a reference and filters by them: of the dataset, or of its screens. */
function listsShowing({ from, name, field, input }: Reference, actor: Actor): AnyDataset[] {
  if (input !== undefined || !isReference(field)) return [];
  return [from, ...screens.filter(({ path }) => path === from.path)]
    .filter(list => mayList(list, actor))
    .map(list => seenBy(list, actor))
    .filter(list => isReference(fieldOf(list, name)) && fieldOf(list, name)?.private !== true);
}

function mayList(dataset: AnyDataset, actor: Actor): boolean {
  return dataset.permissions.actions.includes('list') && holds(actor, permissionCode(dataset, 'list'));
}

/** Reports whether the actor may make a call, as the call itself decides it. */
function isCallOf(call: AnyCall, actor: Actor): boolean {
  return mayCall(call, actor) && (typeof call.of === 'string' || readOnlyKind(call.of, actor) === undefined);
}

/** The rows of the target that the rows of a list refer to, as far as the actor reads these. */
function namedIn(
  engine: Engine,
  list: AnyDataset,
  { name, field }: Reference,
  target: AnyDataset,
  actor: Actor,
  alias: string,
): Condition {
  const value = column(alias, columnName(target.identity.value));
  const left = fieldSql(engine, list, name, 'shown');
  // One value for each row, so that the database gathers the values once.
  const refers = field.kind === 'refs' ? sql`unnest(${left})` : left;
  return sql<SqlBool>`${value} in (select ${refers} from ${sql.table(tableName(list))} as shown
    where not shown.deleted and ${scopeCondition(list, actor, 'shown')})`;
}

function oneOf(conditions: readonly Condition[]): Condition {
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/**
 * The names of a dataset that the actor may look up. They go to people who may list it, within the scope of the list; to
 * people who write a reference to it, or make a call or a step that asks for its rows, within the scope of that reference;
 * and otherwise to people who filter a list by them, as far as rows of that list show them. Reference data that is
 * declared `identity.open` goes to everyone. Every look-up of names asks here. Throws `forbidden` without any of these.
 */
export function nameAccess(engine: Engine, dataset: AnyDataset, actor: Actor): NameAccess {
  const all = referencesTo(engine, dataset);
  const chosen = all.filter(reference => mayChoose(reference, actor));
  const called = choosing.filter(({ of, call }) => of === dataset.name && isCallOf(call, actor));
  const { key, identity } = dataset;
  const open = identity.open === true;
  const lists = mayList(dataset, actor);
  const chooses = called.length > 0 || chosen.length > 0;
  const among = new Set(
    all.flatMap(({ field }) => ('among' in field && field.among ? [field.among.of] : [])),
  );
  if (lists || open) {
    const purpose = chooses || open ? 'choose' : 'read';
    return {
      condition: alias => scopeCondition(dataset, actor, alias, purpose),
      ...{ lists, distinguishes: true, among },
      narrowedBy: open ? new Set(Object.keys(dataset.fields)) : new Set(),
    };
  }
  const shown = chooses
    ? []
    : all.flatMap(reference => listsShowing(reference, actor).map(list => ({ reference, list })));
  const wider = screens.filter(screen => screen.path === dataset.path && mayList(screen, actor));
  if (!chooses && shown.length === 0 && wider.length === 0) throw failure('forbidden');
  const narrowing = [...chosen, ...shown.map(({ reference }) => reference)].flatMap(({ field }) =>
    isReference(field)
      ? [
          ...Object.keys(field.where ?? {}),
          ...(field.within ?? []),
          ...('orAny' in field ? (field.orAny ?? []) : []),
        ]
      : [],
  );
  const offered = called.flatMap(({ where = {} }) => Object.keys(where));
  // A list names people of the house where it must; a look-up offers a partner its own people.
  const shownPurpose = dataset.name === scopeOwners.own ? 'choose' : 'name';
  return {
    condition: alias =>
      oneOf([
        ...called.map(({ where = {} }) =>
          allOf([scopeCondition(dataset, actor, alias, 'choose'), ...having(where, alias)]),
        ),
        ...chosenRows(dataset, chosen, actor, alias),
        ...wider.map(screen => scopeCondition(screen, actor, alias)),
        ...(shown.length === 0
          ? []
          : [
              allOf([
                scopeCondition(dataset, actor, alias, shownPurpose),
                oneOf(
                  shown.map(({ reference, list }) => namedIn(engine, list, reference, dataset, actor, alias)),
                ),
              ]),
            ]),
      ]),
    lists: false,
    distinguishes: chooses || wider.length > 0,
    narrowedBy: new Set([identity.value, key, ...(identity.within ?? []), ...narrowing, ...offered]),
    among,
  };
}

/** Reports whether the actor may look up any names of the dataset. */
export function mayLookUp(engine: Engine, dataset: AnyDataset, actor: Actor): boolean {
  try {
    nameAccess(engine, dataset, actor);
    return true;
  } catch {
    return false;
  }
}

/** The rows that the actor may choose for one of some references, each distinct condition once. */
function chosenRows(
  dataset: AnyDataset,
  chosen: readonly Reference[],
  actor: Actor,
  alias: string,
): Condition[] {
  const reach = scopeCondition(dataset, actor, alias, 'choose');
  const distinct = Map.groupBy(chosen, ({ from, name, field, input }) =>
    JSON.stringify([whereOf(field), input === undefined && leads(from, name) ? [from.name, name] : '']),
  );
  return [...distinct.values()].flatMap(([reference]) => {
    if (!reference) return [];
    const { from, name, field, input } = reference;
    const leading =
      input === undefined && leads(from, name) ? [leadingCondition(from, name, dataset, actor, alias)] : [];
    return [allOf([reach, ...having(whereOf(field), alias), ...leading])];
  });
}

function whereOf(field: Field): Readonly<Record<string, unknown>> {
  return isReference(field) ? (field.where ?? {}) : {};
}

function having(where: Readonly<Record<string, unknown>>, alias: string): Condition[] {
  return Object.entries(where).map(
    ([part, value]) => sql<SqlBool>`${column(alias, columnName(part))} = ${value}`,
  );
}

function leads({ scope }: AnyDataset, name: string): boolean {
  return Object.values(scope).some(
    source => typeof source === 'object' && 'through' in source && source.through === name,
  );
}

/** The texts by which the actor tells rows of one name apart: without numbers of persons where the actor only filters. */
export function distinguishingFields(dataset: AnyDataset, access: NameAccess): readonly string[] {
  const { also = [] } = dataset.identity;
  if (access.distinguishes) return also;
  return also.filter(name => {
    const field = fieldOf(dataset, name);
    return field !== undefined && !isPersonal(field);
  });
}
