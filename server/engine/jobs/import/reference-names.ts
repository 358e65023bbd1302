import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { RefField, RefsField } from '@yikao/model/kernel/field.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import type { Actor } from '../../scope/actor.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { allOf, column, type Db } from '../../table/sql.ts';
import { targetConditions } from '../../write/references.ts';

const separator = '\u0000';
const ambiguous = Symbol('several rows');
/** Matches any value of a limiting field. */
const anyPlace = '*';

/**
 * Resolves the names in a sheet to ids. Reads the rows that may be referenced once and caches them, so that a million
 * rows need no queries. Names are resolved within their limits: a category within its year and province. A number that
 * is an id is accepted as such (domain 0.1).
 */
export class ReferenceNames {
  private readonly names: Map<string, number | typeof ambiguous>;
  private readonly ids: ReadonlySet<string>;
  private readonly field: RefField | RefsField;
  private readonly within: readonly string[];
  private readonly orAny: readonly string[];
  private readonly target: AnyDataset;
  /** Names and ids without their places, built on first use. */
  private spelled: ReadonlySet<string> | undefined;

  private constructor(
    field: RefField | RefsField,
    target: AnyDataset,
    within: readonly string[],
    orAny: readonly string[],
    names: Map<string, number | typeof ambiguous>,
    ids: ReadonlySet<string>,
  ) {
    this.field = field;
    this.target = target;
    this.within = within;
    this.orAny = orAny;
    this.names = names;
    this.ids = ids;
  }

  /**
   * Reads the rows that the actor may refer to through the field `reference` of a dataset, by their own names or by
   * `names`.
   */
  static async load(
    engine: Engine,
    db: Db,
    dataset: AnyDataset,
    reference: string,
    field: RefField | RefsField,
    actor: Actor,
    names?: readonly string[],
  ): Promise<ReferenceNames> {
    const found = targetConditions(engine, dataset, reference, field, actor);
    const { conditions } = found;
    const [first = '', ...rest] = names ?? [];
    // Rows that have other names here than in the picker.
    const target: AnyDataset = names
      ? { ...found.target, identity: { value: dataset.key, name: first, also: rest } }
      : found.target;
    const { value, name, also = [] } = target.identity;
    const within = field.kind === 'ref' ? (field.within ?? []) : [];
    const orAny = field.kind === 'ref' ? (field.orAny ?? []) : [];
    const read = [...new Set([value, ...within, ...orAny, name, ...also])];
    const rows = await sql<Record<string, unknown>>`
      select ${sql.join(read.map(part => sql`${column('x', columnName(part))} as ${sql.id(part)}`))}
      from ${sql.table(tableName(target))} as x where ${allOf(conditions)}`.execute(db);
    const ids = new Set<string>();
    const known = new ReferenceNames(field, target, within, orAny, new Map(), ids);
    for (const row of rows.rows) {
      const id = Number(row[value]);
      for (const place of known.placesOf(row)) ids.add(`${place}${separator}${id}`);
      known.note(id, row);
    }
    return known;
  }

  /** Takes a row in that is not written yet: a dry run lets later rows refer to it by its name. */
  add(id: number, row: Readonly<RowValues>): void {
    const wanted = Object.entries(this.field.where ?? {});
    if (wanted.every(([name, value]) => row[name] === value)) this.note(id, row);
  }

  /**
   * The places under which a target row is stored: its own, and the one for referring rows that leave a limiting field
   * open.
   */
  private placesOf(row: Readonly<RowValues>): string[] {
    return this.combined(row, own => [own, anyPlace]);
  }

  /** The places to search for a row's target, closest first. */
  private soughtIn(row: Readonly<RowValues>): string[] {
    return this.combined(row, own => (own === '' || own === '0' ? [anyPlace] : [own, '0']));
  }

  private combined(row: Readonly<RowValues>, choices: (own: string) => readonly string[]): string[] {
    const text = (part: string) => String(row[part] ?? '');
    const start = this.within.map(text).join(separator);
    return this.orAny.reduce<string[]>(
      (places, part) =>
        places.flatMap(place => choices(text(part)).map(choice => place + separator + choice)),
      [start],
    );
  }

  private note(id: number, row: Readonly<RowValues>): void {
    const { name, also = [] } = this.target.identity;
    const places = this.placesOf(row);
    for (const [rank, part] of [name, ...also].entries()) {
      const text = foldText(String(row[part] ?? ''));
      if (text === '') continue;
      for (const place of places) {
        const key = `${place}${separator}${rank}${separator}${text}`;
        const known = this.names.get(key);
        this.names.set(key, known === undefined || known === id ? id : ambiguous);
      }
    }
  }

  /** Reports whether a row has this name or id, in any place. */
  spells(text: string): boolean {
    this.spelled ??= new Set(
      [...this.names.keys(), ...this.ids].map(key => key.slice(key.lastIndexOf(separator) + 1)),
    );
    return this.spelled.has(foldText(text));
  }

  /** Every name of the rows, in the form used for comparison. */
  texts(): ReadonlySet<string> {
    return new Set([...this.names.keys()].map(key => key.slice(key.lastIndexOf(separator) + 1)));
  }

  /** The id of `text` in a row with these values, or the problem with it. */
  resolve(fieldName: string, text: string, row: Readonly<RowValues>): number | Issue {
    const { field } = this;
    const wanted = foldText(text);
    if (field.kind === 'ref' && field.zero) {
      if (wanted === '0' || wanted === foldText(field.zero.zh) || wanted === foldText(field.zero.en))
        return 0;
    }
    const places = this.soughtIn(row);
    // The name is tried first, then the alternative names; a number is an id only if it is no row's code.
    for (let rank = 0; rank < 4; rank++) {
      for (const place of places) {
        const found = this.names.get(`${place}${separator}${rank}${separator}${wanted}`);
        if (found === ambiguous) return issue(fieldName, 'ambiguousName', { value: text.slice(0, 64) });
        if (found !== undefined) return found;
      }
    }
    const isId = (place: string) => this.ids.has(`${place}${separator}${Number(wanted)}`);
    if (/^\d{1,15}$/.test(wanted) && places.some(isId)) return Number(wanted);
    return issue(fieldName, 'unknownName', { value: text.slice(0, 64) });
  }
}

/** The reference names of every imported reference field, by field name. */
export async function loadReferenceNames(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  fields: Iterable<string>,
  actor: Actor,
): Promise<Map<string, ReferenceNames>> {
  const loaded = new Map<string, ReferenceNames>();
  for (const name of fields) {
    const field = fieldOf(dataset, name);
    if (field?.kind === 'ref' || field?.kind === 'refs') {
      loaded.set(name, await ReferenceNames.load(engine, db, dataset, name, field, actor));
    }
  }
  return loaded;
}
