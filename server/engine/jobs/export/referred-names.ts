import { type AnyDataset, fieldOf, systemFields } from '@yikao/model/kernel/dataset.ts';
import type { RefField, RefsField } from '@yikao/model/kernel/field.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import type { FoundRow } from '../../read/select.ts';
import { staffNames } from '../../read/staff-names.ts';
import type { Actor } from '../../scope/actor.ts';
import { scopeCondition } from '../../scope/scope.ts';
import { shownNameSql } from '../../table/name-sql.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { column, type Db } from '../../table/sql.ts';
import { isFoundByName, ReferenceNames } from '../import/reference-names.ts';
import { isBlank } from '../sheet/row-reader.ts';
import { unreadable } from '../sheet/unread-cells.ts';

/** Most cached names per field; beyond that the cache is cleared and names are looked up again. */
const mostNames = 200_000;

/** A reference field, the dataset it refers to, and the names seen so far by id and place. */
interface Referring {
  readonly name: string;
  readonly field: RefField | RefsField;
  readonly target: AnyDataset;
  readonly known: Map<number | string, string | null>;
  /** Fields within which the target's ids count. */
  readonly within: readonly string[];
  /** Reports whether an import reads the field, and needs more than a name for some rows. */
  readonly isChecked: boolean;
  /** The names that an import would understand; loaded with the first rows. */
  understood: ReferenceNames | undefined;
}

/**
 * The names of referenced rows, looked up once per row: a million exported rows name the same few thousand schools.
 * Returns the same names as `selectRows`, and also reads the name if the row has a text of that name, because an import
 * looks up the referenced row. Names that an import would not understand, or not as this row, are written with their ids.
 */
export class ReferredNames {
  private readonly engine: Engine;
  private readonly db: Db;
  private readonly dataset: AnyDataset;
  /** The fields of the file, which are all that an import knows of a row. */
  private readonly fields: readonly string[];
  private readonly reader: Actor;
  private readonly referring: ReadonlyMap<string, Referring>;

  /**
   * `plain` writes names alone, without asking whether an import finds their rows. `db` is the transaction to read in.
   */
  constructor(
    engine: Engine,
    dataset: AnyDataset,
    fields: readonly string[],
    reader: Actor,
    { form = 'sure', db = engine.db }: { readonly form?: 'sure' | 'plain'; readonly db?: Db } = {},
  ) {
    this.db = db;
    this.engine = engine;
    this.dataset = dataset;
    this.fields = fields;
    this.reader = reader;
    const referring = fields.flatMap((name): [string, Referring][] => {
      const field = fieldOf(dataset, name);
      if (field?.kind !== 'ref' && field?.kind !== 'refs') return [];
      const target = engine.dataset(field.to);
      const within = field.kind === 'ref' ? (target.identity.within ?? []) : [];
      const isRead = form === 'sure' && dataset.excel?.import.includes(name) === true;
      const isChecked = isRead && (field.kind === 'refs' || !isFoundByName(field, target));
      return [[name, { name, field, target, known: new Map(), within, isChecked, understood: undefined }]];
    });
    this.referring = new Map(referring);
  }

  /** Looks up the names that these rows need and that are not cached. */
  async learn(rows: readonly FoundRow[]): Promise<void> {
    for (const referring of this.referring.values()) {
      const { known, name } = referring;
      if (known.size > mostNames) known.clear();
      const wanted = new Set<number>();
      const want = (id: number, row: FoundRow) => {
        const key = keyOf(referring, id, row);
        if (known.has(key)) return;
        known.set(key, null);
        wanted.add(id);
      };
      for (const row of rows) {
        const value = row[name];
        if (typeof value === 'number') want(value, row);
        else for (const id of idsOf(value)) want(id, row);
      }
      if (wanted.size === 0) continue;
      await this.lookUp(referring, [...wanted]);
      if (!referring.isChecked) continue;
      const { engine, dataset, reader } = this;
      referring.understood ??= await ReferenceNames.load(
        engine,
        this.db,
        dataset,
        name,
        referring.field,
        reader,
      );
    }
  }

  /**
   * The names behind a field of a row as an import reads them; null when nothing that lives is referred to. In a list,
   * a row without a name is written as its id: without it the list would be another one.
   */
  nameOf(name: string, row: FoundRow): string | null {
    const referring = this.referring.get(name);
    if (!referring) return null;
    const { field, known, understood } = referring;
    const isCell = (text: string) => !isBlank(text, field) && unreadable(text) === undefined;
    if (field.kind === 'ref') {
      const id = Number(row[name]);
      const found = known.get(keyOf(referring, id, row)) ?? null;
      return found === null || !understood ? found : understood.written(id, found, this.stated(row), isCell);
    }
    const ids = idsOf(row[name]);
    const nameOf = (id: number) => known.get(keyOf(referring, id, row)) ?? null;
    if (ids.every(id => nameOf(id) === null)) return null;
    const named = ids.map(id => ({ id, name: nameOf(id) ?? String(id) }));
    return understood
      ? understood.writtenList(named, this.stated(row), isCell)
      : named.map(one => one.name).join(',');
  }

  /** The part of a row that its file has. */
  private stated(row: FoundRow): FoundRow {
    const { fields } = this;
    return Object.fromEntries(fields.map(name => [name, row[name]]));
  }

  private async lookUp(referring: Referring, ids: readonly number[]): Promise<void> {
    const { field, target, known, within } = referring;
    if (field === systemFields.updateBy) {
      const staff = await staffNames(this.db, ids, this.reader);
      for (const [id, name] of staff) known.set(id, name);
      return;
    }
    const { value } = target.identity;
    const read = [...new Set([value, ...within])];
    const found = await sql<FoundRow>`
      select ${sql.join(read.map(part => sql`${column('x', columnName(part))} as ${sql.id(part)}`))},
        ${shownNameSql(target, 'x')} as shown_name
      from ${sql.table(tableName(target))} as x
      where ${column('x', columnName(value))} = any(${ids}::bigint[]) and not x.deleted
        and ${scopeCondition(target, this.reader, 'x', 'name')}
      order by ${column('x', columnName(target.key))} desc`.execute(this.db);
    for (const row of found.rows)
      known.set(keyOf(referring, Number(row[value]), row), String(row.shownName ?? ''));
  }
}

/** The id with its limiting values, which identifies the target from either row. */
function keyOf({ within }: Referring, id: number, row: FoundRow): number | string {
  if (within.length === 0) return id;
  let key = String(id);
  for (const part of within) key += `\u0000${String(row[part])}`;
  return key;
}

function idsOf(value: unknown): number[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value.map(Number) : [Number(value)];
}
