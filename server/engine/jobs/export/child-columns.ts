import { escapeClearWord } from '@yikao/model/kernel/cell.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { mostChildColumns, type PerChild } from '@yikao/model/kernel/import-kinds.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../actor.ts';
import type { Engine } from '../../engine.ts';
import { columnName, tableName } from '../../naming.ts';
import { options } from '../../options.ts';
import { type FoundRow, selectRows } from '../../select.ts';
import { allOf, type Condition, column } from '../../sql.ts';
import { naturalKeyPart } from '../../tables.ts';
import { JobFailure } from '../lifecycle/failure.ts';
import { jobText } from '../text.ts';
import { preferIndexes } from '../write/query-planner.ts';
import type { ExportColumn } from './columns.ts';

/** A child and the header of its column; plain JSON, for the attempt that goes on with the file. */
export type ChildColumn = readonly [child: number, header: string];

interface Options {
  readonly engine: Engine;
  readonly dataset: AnyDataset;
  readonly perChild: PerChild;
  readonly actor: Actor;
  /** Which rows are exported. */
  readonly matching: (alias: string) => Condition;
  /** How the value of one row is written. */
  readonly value: ExportColumn;
}

/** The name of a place or of a row among others of its kind. */
const separator = '\u0000';

/**
 * One column per child in an export, as the import of that kind takes it: rows that differ in the child alone are one
 * row of the sheet. Of each such group the row of the first child is read like a row of any export, so that the walk
 * by key, its checkpoints and its memory are the same; the others are looked up for its page.
 */
export class ChildColumns {
  private readonly options: Options;
  /** Parts of the natural key that rows of one group share. */
  private readonly group: readonly string[];
  /** Column by child, from 0. */
  private readonly placeOf: ReadonlyMap<number, number>;
  private readonly headers: readonly string[];
  /** Values of the groups of the present page: by group, by column. */
  private page = new Map<string, Map<number, unknown>>();

  private constructor(options: Options, known: readonly ChildColumn[]) {
    this.options = options;
    this.group = groupOf(options);
    this.headers = [...new Set(known.map(([, header]) => header))];
    this.placeOf = new Map(known.map(([child, header]) => [child, this.headers.indexOf(header)]));
  }

  /**
   * The columns of the children that the rows have, or of an `earlier` attempt. Throws {@link JobFailure} where there are
   * more than a file can have.
   */
  static async of(
    options: Options,
    earlier?: readonly ChildColumn[],
  ): Promise<{ columns: ChildColumns; known: readonly ChildColumn[] }> {
    const known = earlier ?? (await childrenOf(options));
    return { columns: new ChildColumns(options, known), known };
  }

  /** Fields of the rows that are read beside those of the sheet. */
  get needed(): readonly string[] {
    return this.group;
  }

  /**
   * The first row of each group, found by the index of the natural key. A subquery for each row and no join: without
   * statistics the planner would compare every row with every other one (measured: 8 s a page at 10,000 rows).
   */
  get first(): Condition {
    const { dataset, matching, perChild } = this.options;
    const by = columnName(perChild.by);
    return sql<SqlBool>`${column('d', by)} = (select min(${column('e', by)})
      from ${sql.table(tableName(dataset))} as e
      where ${sameGroup(dataset, this.group, 'e', 'd')} and not e.deleted and ${matching('e')})`;
  }

  /** Looks up what stands in the columns of children for these first rows of groups. */
  async learn(rows: readonly FoundRow[]): Promise<void> {
    const { engine, dataset, actor, matching, perChild } = this.options;
    const table = sql.table(tableName(dataset));
    const key = columnName(dataset.key);
    const firsts = rows.map(row => Number(row[dataset.key]));
    const found = await engine.db.transaction().execute(async db => {
      await preferIndexes(db);
      // By way of their keys, in a subquery again: of a join the planner makes one of everything with everything.
      const keys = await sql<{ keys: number[] | null }>`
        select (select array_agg(${column('d', key)}) from ${table} as d
          where ${sameGroup(dataset, this.group, 'd', 'e')} and not d.deleted and ${matching('d')}) as keys
        from ${table} as e where ${column('e', key)} = any(${firsts}::bigint[])`.execute(db);
      const wanted = keys.rows.flatMap(row => row.keys ?? []).map(Number);
      return selectRows(engine, dataset, {
        reader: actor,
        fields: [...new Set([...this.group, perChild.by, perChild.value])],
        where: sql<SqlBool>`${column('d', key)} = any(${wanted}::bigint[])`,
        canonical: true,
        withoutNames: true,
      }).execute(db);
    });
    this.page = new Map();
    for (const row of found.rows) {
      const group = this.nameOf(row);
      const values = this.page.get(group) ?? new Map<number, unknown>();
      this.page.set(group, values);
      const place = this.placeOf.get(Number(row[perChild.by]));
      if (place !== undefined) values.set(place, row[perChild.value]);
    }
  }

  /** The columns of the sheet, one for each child. */
  get columns(): readonly ExportColumn[] {
    const { perChild, value } = this.options;
    return this.headers.map((header, place) => ({
      write: { ...value.write, header },
      cell: row => value.cell({ [perChild.value]: this.page.get(this.nameOf(row))?.get(place) }),
    }));
  }

  private nameOf(row: FoundRow): string {
    return this.group.map(name => String(row[name] ?? '')).join(separator);
  }
}

function groupOf({ dataset, perChild }: Pick<Options, 'dataset' | 'perChild'>): readonly string[] {
  return dataset.naturalKey.filter(name => name !== perChild.by);
}

function sameGroup(dataset: AnyDataset, group: readonly string[], one: string, other: string) {
  const parts = group.map(
    name =>
      sql<SqlBool>`${sql.raw(naturalKeyPart(dataset, name, `${one}.`))} = ${sql.raw(naturalKeyPart(dataset, name, `${other}.`))}`,
  );
  return allOf(parts);
}

/**
 * The children of the rows, in the order in which they are offered. Children of one name in different places (a subject
 * of two exams) share a column; where they could meet in one row, and where the reader may not know the name, the ID is
 * the header, which an import takes as well.
 */
async function childrenOf({ engine, dataset, perChild, actor, matching }: Options): Promise<ChildColumn[]> {
  const by = column('d', columnName(perChild.by));
  const found = await sql<{ child: string }>`
    select distinct ${by} as child from ${sql.table(tableName(dataset))} as d
    where ${matching('d')} and not d.deleted and ${by} is not null order by 1 limit ${mostChildColumns + 1}`.execute(
    engine.db,
  );
  const children = found.rows.map(row => Number(row.child));
  if (children.length > mostChildColumns) {
    throw new JobFailure(jobText('tooManyChildren', { max: mostChildColumns }));
  }
  const field = dataset.fields[perChild.by];
  if (field?.kind !== 'ref' || children.length === 0) return [];
  const target = engine.dataset(field.to);
  const { value, name } = target.identity;
  const places = [...(field.within ?? []), ...(field.orAny ?? [])];
  const rows = await options(
    engine,
    target,
    actor,
    { values: children },
    { fields: [...new Set([value, name, ...places])], limit: mostChildColumns },
  );
  const taken = new Set<string>();
  const named = rows.map((row): ChildColumn => {
    const text = String(row[name] ?? '').trim();
    const place = [text, ...places.map(part => String(row[part] ?? ''))].join(separator);
    const child = Number(row[value]);
    if (text === '' || taken.has(place)) return [child, String(child)];
    taken.add(place);
    return [child, escapeClearWord(text)];
  });
  const known = new Set(named.map(([child]) => child));
  const rest = children.filter(child => !known.has(child));
  return [...named, ...rest.map((child): ChildColumn => [child, String(child)])];
}
