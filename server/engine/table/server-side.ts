import type { EventGiven, EventName, EventRow } from '@yikao/model/contexts/machines.ts';
import type { AnyDataset, Dataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import type { Draft, NameOf } from '@yikao/model/kernel/names.ts';
import type { Issue } from '@yikao/model/kernel/validate/issues.ts';
import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Actor } from '../scope/actor.ts';
import { keepBack, type ShownTo } from '../scope/shown-to.ts';
import type { Listener } from '../steps/events.ts';
import type { Whole, WholeGuard } from '../store/wholes.ts';
import type { FileCheck } from '../write/file-checks.ts';
import type { Condition, Tx } from './sql.ts';

/** One rule of a data check (domain 4.11): rows that meet the condition are reported. */
export interface DataCheckRule {
  /** 127 duplicates, 128 completeness and references, 129 values. */
  readonly type: 127 | 128 | 129;
  readonly ruleCode: string;
  /** 2 warning, 3 error (domain D4). */
  readonly level: 2 | 3;
  readonly message: Label;
  readonly condition: (alias: string) => Condition;
}

/** Kinds of changes of rows. */
export type ChangeKind = 'added' | 'updated' | 'deleted' | 'restored';

/** Who changes, and when. */
export interface ChangeContext {
  readonly actor: Actor;
  readonly now: Date;
  /** The step that changes the rows; absent for other changes. */
  readonly step?: string;
  /** The job that changes the rows, a file or a batch; absent for a single save. */
  readonly jobId?: number;
}

/**
 * Checks changes of rows in one transaction, opened before any row is locked: it sees the data before and after a
 * change, and may refuse it.
 */
export interface ChangeWatch {
  /** Reads the data before these rows are changed. `fields` are those that an update may change; defaults to all. */
  expect(what: ChangeKind, keys: readonly number[], fields?: readonly string[]): Promise<void>;
  /**
   * Checks the data after the change; throws a failure if it is not allowed, assigned to one of the form's `filled`
   * fields if there are any.
   */
  settle(what: ChangeKind, keys: readonly number[], filled?: readonly string[]): Promise<void>;
  /** The guard of the dataset's wholes, if it has some. */
  readonly wholes?: WholeGuard;
}

/** A row that is about to be saved, or just was. */
export interface Change<F extends FieldMap = FieldMap> extends ChangeContext {
  /** Missing while the row is new. */
  readonly key?: number;
  /** The values that differ from the stored ones, or that a file gives; all values of a new row. */
  readonly values: Draft<F>;
  /**
   * The row after the change: complete for a save; for an import the fields of the file, of the checks and of `reads`.
   */
  readonly row: Draft<F>;
  /** The row before the change, as far as {@link row} is known; missing for a new one. */
  readonly before?: Draft<F>;
}

/** The answer of {@link ServerSide.before} for one row. */
export interface Verdict<F extends FieldMap = FieldMap> {
  readonly values?: Draft<F>;
  readonly issues?: readonly Issue<NameOf<F>>[];
}

/** Rows of a page whose secrets are about to leave in an export; see {@link ServerSide.handsOut}. */
export interface HandOut {
  readonly engine: Engine;
  /** The transaction of the page. */
  readonly db: Tx;
  readonly actor: Actor;
  readonly keys: readonly number[];
  /** The export was asked to hand out what was not handed out before. */
  readonly issues: boolean;
}

/** The rows whose secrets leave whole, and those that were changed for it. */
export interface HandedOut {
  readonly whole: ReadonlySet<number>;
  readonly changed: readonly number[];
}

/**
 * Heading rows in outside files that are not rows of the dataset but state values shared by the rows below: a school or
 * a group in a book of plans.
 */
export interface Heads<Name extends string = string> {
  /** Required field that every data row fills in its own cell and a heading row leaves empty. */
  readonly of: Name;
  /** Fields a heading row may set on the rows below it, widest first. */
  readonly carries: readonly Name[];
  /** Fields in which it may have a sum, which is left out. */
  readonly sums: readonly Name[];
}

/**
 * The server's side of a dataset: hooks, computed columns, further calls. Most datasets have none. The functions over
 * rows serve both a single save and an import of a million rows.
 */
export interface ServerSide<F extends FieldMap> {
  /**
   * SQL that replaces a field wherever rows are read, filtered, sorted or exported. `alias` is a single letter, so use
   * longer aliases inside the expression.
   */
  readonly expressions?: {
    readonly [K in NameOf<F>]?: (alias: string, engine: Engine) => RawBuilder<unknown>;
  };
  /**
   * Changes the values of one row before it is stored: receives the complete row and its previous version, and returns
   * the values to change.
   */
  readonly normalise?: (row: Draft<F>, now: Date, before: Draft<F> | undefined) => Draft<F>;
  /** Fields that {@link normalise} and {@link before} read or change; an import looks up no others. */
  readonly reads?: readonly NameOf<F>[];
  /** Sets values of new rows that need the database, for all rows of a statement at once. */
  readonly beforeInsert?: (db: Tx, rows: { -readonly [K in keyof F]?: Draft<F>[K] }[]) => Promise<void>;
  /**
   * Checks rows before they are saved, if the actor or other rows matter: returns further values, and issues added to
   * all others. A single save is a chunk of one, so that a chunk of an import takes as many statements as one row.
   * Returns results in the order of the changes; it may set a field in all rows of a kind, not in only some. May throw
   * a failure. Seeds do not call it.
   */
  readonly before?: (db: Tx, changes: readonly Change<F>[]) => Promise<readonly Verdict<F>[]>;
  /** Keeps the fields of a saved row that are no columns of its table, in the same transaction. */
  readonly saved?: (db: Tx, change: Change<F> & { readonly key: number }) => Promise<void>;
  /** Follows rows that were added, changed, deleted or restored, in the same transaction. May throw a failure. */
  readonly changed?: (
    db: Tx,
    keys: readonly number[],
    what: ChangeKind,
    context: ChangeContext,
  ) => Promise<void>;
  /**
   * Handlers for events on rows of other datasets: a step (`serviceOrder.pay`), or another kind of change
   * (`userCard.add`, `update`, `delete`, `restore`). They run in the same transaction, in the order of the registry of
   * server sides; an error rolls back the event.
   */
  readonly on?: { readonly [E in EventName]?: Listener<EventRow<E>, EventGiven<E>> };
  /** Opens a {@link ChangeWatch} for a transaction and takes the locks it needs. */
  readonly watch?: (db: Tx, context: ChangeContext) => Promise<ChangeWatch>;
  /** Values set when a row is restored from the trash, in place of the stored ones. */
  readonly restoredWith?: Draft<F>;
  /** Rows that mean something only together; see `wholes.ts`. */
  readonly whole?: Whole<NameOf<F>>;
  /** Rules over all rows of an imported file, checked before any of them is written; see `file-checks.ts`. */
  readonly fileChecks?: readonly FileCheck<F>[];
  /** Rows of other people's files that head others. */
  readonly heads?: Heads<NameOf<F>>;
  /**
   * Decides which secrets leave whole in an export, a page at a time in a separate transaction, before the page is
   * written; the others are masked, or left out of an export that hands out. Required for a dataset whose exports have
   * secrets. It runs again for rows of an attempt that died.
   */
  readonly handsOut?: (page: HandOut) => Promise<HandedOut>;
  /** Rules of the dataset's check dialog, if it declares `dataChecks`. */
  readonly dataChecks?: readonly DataCheckRule[];
  /**
   * The rows an actor may see by now, within the scope; applies wherever rows are read, referred to or changed. For
   * rows that stay secret from some people for a while.
   */
  readonly shownTo?: ShownTo;
  /** Handles the calls specific to this dataset; one with the address of a common call replaces it. */
  readonly routes?: (app: FastifyInstance, engine: Engine) => void;
}

/** The server side of any dataset, for code that handles them all. */
export interface DatasetServer extends Omit<ServerSide<FieldMap>, 'on'> {
  readonly on?: Readonly<Record<string, Listener>>;
  /** Name of its dataset. */
  readonly of: string;
}

/** Throws for heads with a field that an import does not fill, or names twice. */
function assertHeads({ name, fields, excel }: AnyDataset, { of, carries, sums }: Heads): void {
  const names = [of, ...carries, ...sums];
  const wrong =
    (fields[of]?.required ? undefined : of) ??
    names.find((field, at) => !excel?.import.includes(field) || names.indexOf(field) < at);
  if (wrong) throw new Error(`${name}.${wrong}: is not imported, named twice, or not required (heads)`);
}

/** Throws for a whole whose fields are not part of the natural key, so that a row of a file could not be assigned. */
function assertWhole({ name, naturalKey }: AnyDataset, { of }: Whole): void {
  const wrong = of.find(field => !naturalKey.includes(field));
  if (wrong) throw new Error(`${name}.${wrong}: is no part of the natural key (whole)`);
}

/** Declares the server side of a dataset; its names and rows are typed by the declaration. */
export function defineServer<F extends FieldMap>(
  dataset: Dataset<string, F>,
  side: ServerSide<F>,
): DatasetServer {
  if (side.shownTo) keepBack(dataset, side.shownTo);
  if (side.heads) assertHeads(dataset, side.heads);
  if (side.whole) assertWhole(dataset, side.whole);
  // The hooks only ever receive rows of the dataset; their types are erased for the engine.
  return { ...side, of: dataset.name } as unknown as DatasetServer;
}

/** The server sides by dataset name. */
export type DatasetServers = Readonly<Record<string, DatasetServer>>;

/** Gathers server sides under the names of their datasets. */
export function serversByName(servers: readonly DatasetServer[]): DatasetServers {
  return Object.fromEntries(servers.map(server => [server.of, server]));
}

/** The server side of a dataset; empty by default. */
export function serverSideOf(servers: DatasetServers, dataset: AnyDataset): DatasetServer {
  return servers[dataset.name] ?? { of: dataset.name };
}
