import type { AnyDataset, Dataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import type { Issue } from '@yikao/model/kernel/issues.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import type { Draft, NameOf } from '@yikao/model/kernel/names.ts';
import type { EventGiven, EventName, EventRow } from '@yikao/model/machines/index.ts';
import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Actor } from './actor.ts';
import type { Engine } from './engine.ts';
import type { FileCheck } from './file-checks.ts';
import { keepBack, type ShownTo } from './shown-to.ts';
import type { Condition, Db } from './sql.ts';
import type { Listener } from './steps/events.ts';

/** One rule of a data check (domain 4.11): rows that meet the condition are findings. */
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
  /** The step by which the rows change; absent on all other roads. */
  readonly step?: string;
  /** The job by which the rows change, a file or a batch; absent where a person saves one. */
  readonly jobId?: number;
}

/**
 * Watches over changes of rows in one transaction, opened before any of them is locked: sees what stands before a
 * change and after it, and may refuse it.
 */
export interface ChangeWatch {
  /**
   * Looks at what stands before these rows are changed. `fields` are those that an update may change; all where it does
   * not say.
   */
  expect(what: ChangeKind, keys: readonly number[], fields?: readonly string[]): Promise<void>;
  /**
   * Looks at what stands now that they are changed; throws a failure where that must not be, under one of the fields of
   * the form that was `filled` in, where there was one.
   */
  settle(what: ChangeKind, keys: readonly number[], filled?: readonly string[]): Promise<void>;
}

/** A row that is about to be saved, or just was. */
export interface Change<F extends FieldMap = FieldMap> extends ChangeContext {
  /** Missing while the row is new. */
  readonly key?: number;
  /** The values that differ from what stands, or that a file gives; all of them when the row is new. */
  readonly values: Draft<F>;
  /** The row as it will stand: whole for a save; of an import the fields of the file, of the checks and of `reads`. */
  readonly row: Draft<F>;
  /** The row as it stood, as far as {@link row} is known; missing for a new one. */
  readonly before?: Draft<F>;
}

/** The answer of {@link ServerSide.before} for one row. */
export interface Verdict<F extends FieldMap = FieldMap> {
  readonly values?: Draft<F>;
  readonly issues?: readonly Issue<NameOf<F>>[];
}

/**
 * The server's side of a dataset: hooks, computed columns, extra calls. Most datasets have none.
 * The functions over rows serve a single save and an import of a million alike.
 */
export interface ServerSide<F extends FieldMap> {
  /**
   * SQL that stands for a field wherever rows are read, filtered, sorted or exported. `alias` is of one letter, so an
   * expression's own aliases have more.
   */
  readonly expressions?: { readonly [K in NameOf<F>]?: (alias: string) => RawBuilder<unknown> };
  /** Changes the values of one row before it is stored: sees it whole, and as it stood; returns what differs. */
  readonly normalise?: (row: Draft<F>, now: Date, before: Draft<F> | undefined) => Draft<F>;
  /** Fields that {@link normalise} and {@link before} read or change; an import looks up no others. */
  readonly reads?: readonly NameOf<F>[];
  /** Fills values of new rows that only the database can give, for all rows of a statement at once. */
  readonly beforeInsert?: (db: Db, rows: { -readonly [K in keyof F]?: Draft<F>[K] }[]) => Promise<void>;
  /**
   * Judges rows that are about to be saved, where the actor or other rows matter: further values, and issues
   * that join all others. A save by a person is a chunk of one, so that a chunk of an import takes as many statements
   * as one row does. Answers in the order of the changes; may add fields to all rows of a kind alike, not to some.
   * May throw a failure. Seeds do not call it.
   */
  readonly before?: (db: Db, changes: readonly Change<F>[]) => Promise<readonly Verdict<F>[]>;
  /** Keeps the fields of a saved row that are no columns of its table, in the same transaction. */
  readonly saved?: (db: Db, change: Change<F> & { readonly key: number }) => Promise<void>;
  /** Follows rows that were added, changed, deleted or restored, in the same transaction. May throw a failure. */
  readonly changed?: (
    db: Db,
    keys: readonly number[],
    what: ChangeKind,
    context: ChangeContext,
  ) => Promise<void>;
  /**
   * Its reaction when something happens to rows of other datasets: a step (`serviceOrder.pay`), or what was done by any
   * other road (`userCard.add`, `update`, `delete`, `restore`). In the same transaction, in the order of the registry
   * of server sides; what it throws undoes the event.
   */
  readonly on?: { readonly [E in EventName]?: Listener<EventRow<E>, EventGiven<E>> };
  /** Opens a {@link ChangeWatch} for a transaction, with what it needs to lock. */
  readonly watch?: (db: Db, context: ChangeContext) => Promise<ChangeWatch>;
  /** Values that a row comes back from the trash with, instead of those it had. */
  readonly restoredWith?: Draft<F>;
  /**
   * Rules over all rows of an imported file together, looked at before any of them is written; see `file-checks.ts`.
   */
  readonly fileChecks?: readonly FileCheck<F>[];
  /** Rules of the dataset's check dialog, which it has where it declares `dataChecks`. */
  readonly dataChecks?: readonly DataCheckRule[];
  /**
   * The rows that an actor may know of by now, within the scope: everywhere rows are read, referred to or changed. For
   * what is to stay secret from some people for a while.
   */
  readonly shownTo?: ShownTo;
  /** Handles the calls of this dataset alone; one with the address of a common call takes its place. */
  readonly routes?: (app: FastifyInstance, engine: Engine) => void;
}

/** The server side of any dataset, for code that treats them all alike. */
export interface DatasetServer extends Omit<ServerSide<FieldMap>, 'on'> {
  readonly on?: Readonly<Record<string, Listener>>;
  /** Name of its dataset. */
  readonly of: string;
}

/** Declares what only the server knows of a dataset; its names and rows are those of the declaration. */
export function defineServer<F extends FieldMap>(
  dataset: Dataset<string, F>,
  side: ServerSide<F>,
): DatasetServer {
  if (side.shownTo) keepBack(dataset, side.shownTo);
  // Rows of the dataset are all that its hooks are ever given; their types are erased for the engine.
  return { ...side, of: dataset.name } as unknown as DatasetServer;
}

/** The server sides by dataset name. */
export type DatasetServers = Readonly<Record<string, DatasetServer>>;

/** Gathers server sides under the names of their datasets. */
export function serversByName(servers: readonly DatasetServer[]): DatasetServers {
  return Object.fromEntries(servers.map(server => [server.of, server]));
}

/** The server side of a dataset; an empty one where it has none. */
export function serverSideOf(servers: DatasetServers, dataset: AnyDataset): DatasetServer {
  return servers[dataset.name] ?? { of: dataset.name };
}
