import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { PerChild } from '@yikao/model/kernel/import-kinds.ts';
import { escapeClearWord } from '@yikao/model/kernel/validate/cell.ts';
import { limits } from '@yikao/model/limits.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { options } from '../../read/options.ts';
import { type FoundRow, selectRows } from '../../read/select.ts';
import type { Actor } from '../../scope/actor.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { allOf, type Condition, column } from '../../table/sql.ts';
import { naturalKeyPart } from '../../table/tables.ts';
import { transact } from '../../write/transaction.ts';
import { JobFailure } from '../lifecycle/failure.ts';
import { jobText } from '../text.ts';
import { preferIndexes } from '../write/query-planner.ts';
import type { ExportColumn } from './columns.ts';

/** A child and the header of its column; plain JSON, so that another attempt can continue the file. */
export type ChildColumn = readonly [child: number, header: string];

interface Options {
  readonly engine: Engine;
  readonly dataset: AnyDataset;
  readonly perChild: PerChild;
  readonly actor: Actor;
  /** Which rows are exported. */
  readonly matching: (alias: string) => Condition;
  /** Writes the value of one row. */
  readonly value: ExportColumn;
}

/** The name of a place or of a row among others of its kind. */
const separator = '\u0000';

/**
 * One column per child in an export, in the format that the kind of import reads: rows that differ only in the child
 * form one row of the sheet. The first child's row of each group is read like a row of any export, with the same walk
 * by key, checkpoints and memory use; the other rows are looked up per page.
 */
export class ChildColumns {
  private readonly options: Options;
  /** Parts of the natural key shared by the rows of one group. */
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
   * The child columns of the rows, or of an `earlier` attempt. Throws {@link JobFailure} if there are more than a file
   * can have.
   */
  static async of(
    options: Options,
    earlier?: readonly ChildColumn[],
  ): Promise<{ columns: ChildColumns; known: readonly ChildColumn[] }> {
    const known = earlier ?? (await childrenOf(options));
    return { columns: new ChildColumns(options, known), known };
  }

  /** Fields to read in addition to those of the sheet. */
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

  /** Looks up the child columns of these first rows of groups. */
  async learn(rows: readonly FoundRow[]): Promise<void> {
    const { engine, dataset, actor, matching, perChild } = this.options;
    const table = sql.table(tableName(dataset));
    const key = columnName(dataset.key);
    const firsts = rows.map(row => Number(row[dataset.key]));
    const found = await transact(engine.db, async db => {
      await preferIndexes(db);
      // Get the keys in a subquery: for a join, the planner would combine every row with every other.
      const keys = await sql<{ keys: number[] | null }>`
        select (select array_agg(${column('d', key)}) from ${table} as d
          where ${sameGroup(dataset, this.group, 'd', 'e')} and not d.deleted and ${matching('d')}) as keys
        from ${table} as e where ${column('e', key)} = any(${firsts}::bigint[])`.execute(db);
      const wanted = keys.rows.flatMap(row => row.keys ?? []);
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
 * The children of the rows, in the order of the picker. Children with the same name in different places (a subject of
 * two exams) share a column; if two could occur in one row, or if the reader may not see the name, the header is the
 * ID, which an import also accepts.
 */
async function childrenOf({ engine, dataset, perChild, actor, matching }: Options): Promise<ChildColumn[]> {
  const by = column('d', columnName(perChild.by));
  const found = await sql<{ child: string }>`
    select distinct ${by} as child from ${sql.table(tableName(dataset))} as d
    where ${matching('d')} and not d.deleted and ${by} is not null order by 1 limit ${limits.childColumnsMax + 1}`.execute(
    engine.db,
  );
  const children = found.rows.map(row => Number(row.child));
  if (children.length > limits.childColumnsMax) {
    throw new JobFailure(jobText('tooManyChildren', { max: limits.childColumnsMax }));
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
    { fields: [...new Set([value, name, ...places])], limit: limits.childColumnsMax },
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
