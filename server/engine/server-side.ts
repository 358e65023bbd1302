import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Issue } from '@yikao/model/kernel/issues.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Actor } from './actor.ts';
import type { Engine } from './engine.ts';
import type { Condition, Db } from './sql.ts';

/** One rule of a data check (domain 4.11): rows that meet the condition are findings. */
export interface DataCheckRule {
  /** 127 duplicates, 128 completeness and references, 129 values. */
  readonly type: 127 | 128 | 129;
  readonly ruleCode: string;
  /** 1 warning, 2 error. */
  readonly level: 1 | 2;
  readonly message: Label;
  readonly condition: (alias: string) => Condition;
}

/** What happened to rows. */
export type ChangeKind = 'added' | 'updated' | 'deleted' | 'restored';

/** Who changes, and when. */
export interface ChangeContext {
  readonly actor: Actor;
  readonly now: Date;
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
export interface Change extends ChangeContext {
  /** Missing while the row is new. */
  readonly key?: number;
  /** The values that differ from what stands; all of them when the row is new. */
  readonly values: Readonly<RowValues>;
  /** The whole row as it will stand. */
  readonly row: Readonly<RowValues>;
  /** The whole row as it stood; missing for a new one. */
  readonly before?: Readonly<RowValues>;
}

/** What {@link DatasetServer.beforeSave} has to say. */
export interface Say {
  readonly values?: RowValues;
  readonly issues?: readonly Issue[];
}

/**
 * What only the server knows of a dataset: hooks, computed columns, extra calls. Most datasets have none.
 * The functions over rows serve a single save and an import of a million alike.
 */
export interface DatasetServer {
  /**
   * SQL that stands for a field wherever rows are read, filtered, sorted or exported. `alias` is of one letter, so an
   * expression's own aliases have more.
   */
  readonly expressions?: Readonly<Record<string, (alias: string) => RawBuilder<unknown>>>;
  /** Changes the values of one row before it is stored: sees it whole, and as it stood; returns what differs. */
  readonly normalise?: (
    row: Readonly<RowValues>,
    now: Date,
    before: Readonly<RowValues> | undefined,
  ) => RowValues;
  /** Fields that {@link normalise} reads or changes; an import looks up no others. */
  readonly normalised?: readonly string[];
  /** Fills values of new rows that only the database can give, for all rows of a statement at once. */
  readonly beforeInsert?: (db: Db, rows: RowValues[]) => Promise<void>;
  /**
   * Has its say on one row that a person saves, where the actor or other rows matter: further values, and issues
   * that join all others. May throw a failure. Imports call {@link beforeImport} instead, seeds neither.
   */
  readonly beforeSave?: (db: Db, change: Change) => Promise<Say>;
  /**
   * The same for all rows of a chunk of an import at once, in as many statements as one row takes: `row` and `before`
   * are not known then. Answers in the order of the changes. May add fields to all rows of a kind alike, not to some.
   */
  readonly beforeImport?: (
    db: Db,
    changes: readonly Omit<Change, 'row' | 'before'>[],
  ) => Promise<readonly Say[]>;
  /** Levels that the tree of the dataset has at most; imports keep to it, and to no row standing under itself. */
  readonly levels?: number;
  /** Keeps the fields of a saved row that are no columns of its table, in the same transaction. */
  readonly saved?: (db: Db, change: Change & { readonly key: number }) => Promise<void>;
  /** Follows rows that were added, changed, deleted or restored, in the same transaction. May throw a failure. */
  readonly changed?: (
    db: Db,
    keys: readonly number[],
    what: ChangeKind,
    context: ChangeContext,
  ) => Promise<void>;
  /** Opens a {@link ChangeWatch} for a transaction, with what it needs to lock. */
  readonly watch?: (db: Db, context: ChangeContext) => Promise<ChangeWatch>;
  /** Values that a row comes back from the trash with, instead of those it had. */
  readonly restoredWith?: Readonly<RowValues>;
  /** Rules of the dataset's check dialog; without them it has none. */
  readonly dataChecks?: readonly DataCheckRule[];
  /** Further paths that answer like `{path}/options`, with the fields they answer (spec section 7). */
  readonly optionPaths?: readonly {
    readonly path: string;
    readonly fields: readonly string[];
    readonly limit?: number;
  }[];
  /** Calls of this dataset alone; answers those of the common ones that it takes over, as `POST /api/…`. */
  readonly routes?: (app: FastifyInstance, engine: Engine) => ReadonlySet<string>;
}

/** The server sides by dataset name, as `server/datasets` gathers them. */
export type DatasetServers = Readonly<Record<string, DatasetServer>>;

const none: DatasetServer = {};

/** The server side of a dataset. */
export function serverSideOf(servers: DatasetServers, dataset: AnyDataset): DatasetServer {
  return servers[dataset.name] ?? none;
}
