import { type AnyDataset, fieldOf, systemFields } from '@yikao/model/kernel/dataset.ts';
import type { RefField, RefsField } from '@yikao/model/kernel/field.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import type { FoundRow } from '../../read/select.ts';
import { staffNames } from '../../read/staff-names.ts';
import type { Actor } from '../../scope/actor.ts';
import { scopeCondition } from '../../scope/scope.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { column } from '../../table/sql.ts';

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
}

/**
 * The names of referenced rows, looked up once per row: a million exported rows name the same few thousand schools.
 * Returns the same names as `selectRows`, and also reads the name if the row has a text of that name, because an import
 * looks up the referenced row.
 */
export class ReferredNames {
  private readonly engine: Engine;
  private readonly reader: Actor;
  private readonly referring: ReadonlyMap<string, Referring>;

  constructor(engine: Engine, dataset: AnyDataset, fields: readonly string[], reader: Actor) {
    this.engine = engine;
    this.reader = reader;
    const referring = fields.flatMap((name): [string, Referring][] => {
      const field = fieldOf(dataset, name);
      if (field?.kind !== 'ref' && field?.kind !== 'refs') return [];
      const target = engine.dataset(field.to);
      const within = field.kind === 'ref' ? (target.identity.within ?? []) : [];
      return [[name, { name, field, target, known: new Map(), within }]];
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
      if (wanted.size > 0) await this.lookUp(referring, [...wanted]);
    }
  }

  /** The name behind a field of a row, several joined by commas; null when nothing that lives is referred to. */
  nameOf(name: string, row: FoundRow): string | null {
    const referring = this.referring.get(name);
    if (!referring) return null;
    const { field, known } = referring;
    if (field.kind === 'ref') return known.get(keyOf(referring, Number(row[name]), row)) ?? null;
    const names = idsOf(row[name]).flatMap(id => known.get(keyOf(referring, id, row)) ?? []);
    return names.length === 0 ? null : names.join(',');
  }

  private async lookUp(referring: Referring, ids: readonly number[]): Promise<void> {
    const { field, target, known, within } = referring;
    if (field === systemFields.updateBy) {
      const staff = await staffNames(this.engine.db, ids, this.reader);
      for (const [id, name] of staff) known.set(id, name);
      return;
    }
    const { value, name } = target.identity;
    const read = [...new Set([value, ...within, name])];
    const found = await sql<FoundRow>`
      select ${sql.join(read.map(part => sql`${column('x', columnName(part))} as ${sql.id(part)}`))}
      from ${sql.table(tableName(target))} as x
      where ${column('x', columnName(value))} = any(${ids}::bigint[]) and not x.deleted
        and ${scopeCondition(target, this.reader, 'x', 'name')}
      order by ${column('x', columnName(target.key))} desc`.execute(this.engine.db);
    for (const row of found.rows)
      known.set(keyOf(referring, Number(row[value]), row), String(row[name] ?? ''));
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
