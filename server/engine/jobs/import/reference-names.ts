import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { RefField, RefsField } from '@yikao/model/kernel/field.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import {
  type NameLookup,
  nameWithId,
  readNames,
  readNameWithId,
  writeNames,
} from '@yikao/model/rules/names/name-lists.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import type { Actor } from '../../scope/actor.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { allOf, column, type Db } from '../../table/sql.ts';
import { targetConditions } from '../../write/references.ts';

const separator = '\u0000';
/** Most names of a target: its name and its alternative names. */
const mostNames = 4;
/** The rank of the one spelling of a name, tried after all names. */
const spelledRank = mostNames;
/** Matches any value of a limiting field. */
const anyPlace = '*';

/** Parts of the natural key of a target that a referring row states as well, beside those that limit the reference. */
function sharedParts(dataset: AnyDataset, field: RefField | RefsField, target: AnyDataset): string[] {
  if (field.kind === 'refs') return [];
  const known = [...(field.within ?? []), ...(field.orAny ?? []), target.identity.name];
  return target.naturalKey.filter(
    part => !known.includes(part) && dataset.fields[part]?.kind === target.fields[part]?.kind,
  );
}

/**
 * Reports whether a target's name is enough to find it: no two rows within the limits of the reference can have the
 * same one.
 */
export function isFoundByName(field: RefField | RefsField, target: AnyDataset): boolean {
  const within = field.kind === 'ref' ? [...(field.within ?? []), ...(field.orAny ?? [])] : [];
  const stated = [target.identity.name, ...within, ...Object.keys(field.where ?? {})];
  const always = target.uniqueKeys.filter(({ where }) => Object.keys(where).length === 0);
  const keys = [target.naturalKey, ...always.map(({ fields }) => fields)];
  return keys.some(key => key.length > 0 && key.every(part => stated.includes(part)));
}

/**
 * Resolves the names in a sheet to ids, and writes ids as names that it resolves again. Reads the rows that may be
 * referenced once and caches them, so that a million rows need no queries. Names are resolved within their limits: a
 * category within its year and province. Where several rows have a name, the other parts of the key that the referring
 * row states decide; `name (ID 12)` always does. A number that is an id is accepted as such (domain 0.1).
 */
export class ReferenceNames {
  private readonly names: Map<string, number | Set<number>>;
  private readonly ids: ReadonlySet<string>;
  /** Parts of the target's key by which rows of one name are distinguished, and their values by id. */
  private readonly shared: readonly string[];
  private readonly sharedValues = new Map<number, readonly unknown[]>();
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
    shared: readonly string[],
    ids: ReadonlySet<string>,
  ) {
    this.field = field;
    this.target = target;
    this.within = within;
    this.orAny = orAny;
    this.shared = shared;
    this.names = new Map();
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
    const shared = names ? [] : sharedParts(dataset, field, target);
    const read = [...new Set([value, ...within, ...orAny, ...shared, name, ...also])];
    const rows = await sql<Record<string, unknown>>`
      select ${sql.join(read.map(part => sql`${column('x', columnName(part))} as ${sql.id(part)}`))}
      from ${sql.table(tableName(target))} as x where ${allOf(conditions)}`.execute(db);
    const ids = new Set<string>();
    const known = new ReferenceNames(field, target, within, orAny, shared, ids);
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
    const { name, also = [], spelled } = this.target.identity;
    const places = this.placesOf(row);
    const { shared } = this;
    if (shared.length > 0)
      this.sharedValues.set(
        id,
        shared.map(part => row[part]),
      );
    for (const [rank, part] of [name, ...also].entries())
      this.noteName(id, places, rank, foldText(String(row[part] ?? '')));
    if (spelled) this.noteName(id, places, spelledRank, spelled(String(row[name] ?? '')));
  }

  private noteName(id: number, places: readonly string[], rank: number, text: string): void {
    if (text === '') return;
    for (const place of places) {
      const key = `${place}${separator}${rank}${separator}${text}`;
      const known = this.names.get(key);
      if (known === undefined) this.names.set(key, id);
      else if (typeof known === 'object') known.add(id);
      else if (known !== id) this.names.set(key, new Set([known, id]));
    }
  }

  /** Reports whether a row has this name or id, in any place. */
  spells(text: string): boolean {
    const { spelled } = this.target.identity;
    this.spelled ??= new Set(
      [...this.names.keys(), ...this.ids].map(key => key.slice(key.lastIndexOf(separator) + 1)),
    );
    return this.spelled.has(foldText(text)) || (spelled !== undefined && this.spelled.has(spelled(text)));
  }

  /** Every name of the rows, in the form used for comparison. */
  texts(): ReadonlySet<string> {
    return new Set([...this.names.keys()].map(key => key.slice(key.lastIndexOf(separator) + 1)));
  }

  /**
   * Fields of the referring row, beside those that limit the reference, on which the target of a name depends. Those
   * that are columns of the file must be read before.
   */
  get deciding(): readonly string[] {
    return this.shared;
  }

  /** The id of `text` in a row with these values, or the problem with it. */
  resolve(fieldName: string, text: string, row: Readonly<RowValues>): number | Issue {
    const found = this.find(text, row);
    if (typeof found === 'number') return found;
    return nameIssue(fieldName, text, found === 'several');
  }

  /** The ids of a list of names in a row with these values, or the problems with it. */
  resolveList(fieldName: string, text: string, row: Readonly<RowValues>): readonly number[] | Issue[] {
    const read = readNames(text, this.lookup(row));
    if ('ids' in read) return read.ids;
    if ('ambiguous' in read) return [nameIssue(fieldName, text, true)];
    return read.wrong.map(({ name, several }) => nameIssue(fieldName, name, several));
  }

  /**
   * The text for a reference of a row, from which {@link resolve} finds the same target: its name, if that is enough, or
   * else its name and id. `isCell` reports whether a cell with a text is read as that text.
   */
  written(id: number, name: string, row: Readonly<RowValues>, isCell: (text: string) => boolean): string {
    const forms = [name, nameWithId(name, id), String(id)];
    return forms.find(form => isCell(form) && this.find(form, row) === id) ?? name;
  }

  /** The text for a list of references, from which {@link resolveList} finds the same targets. */
  writtenList(
    rows: readonly { readonly id: number; readonly name: string }[],
    row: Readonly<RowValues>,
    isCell: (text: string) => boolean,
  ): string {
    const find = this.lookup(row);
    return writeNames(rows, text => (isCell(text) ? find(text) : undefined));
  }

  private lookup(row: Readonly<RowValues>): NameLookup {
    return text => this.find(text, row);
  }

  private find(text: string, row: Readonly<RowValues>): number | 'several' | undefined {
    const { field } = this;
    const wanted = foldText(text);
    if (field.kind === 'ref' && field.zero) {
      if (wanted === '0' || wanted === foldText(field.zero.zh) || wanted === foldText(field.zero.en))
        return 0;
    }
    const places = this.soughtIn(row);
    // The name is tried first, then the alternative names; a number is an id only if it is no row's code.
    for (const found of this.named(places, wanted)) {
      if (typeof found === 'number') return found;
      const [only, ...others] = this.narrowed(found, row);
      return only !== undefined && others.length === 0 ? only : 'several';
    }
    const marked = readNameWithId(wanted);
    if (marked) {
      for (const found of this.named(places, marked.name))
        if (found === marked.id || (typeof found === 'object' && found.has(marked.id))) return marked.id;
    }
    const isId = (place: string) => this.ids.has(`${place}${separator}${Number(wanted)}`);
    return /^\d{1,15}$/.test(wanted) && places.some(isId) ? Number(wanted) : undefined;
  }

  /** The rows with a name, by the order of names and places. */
  private *named(places: readonly string[], wanted: string): Generator<number | ReadonlySet<number>> {
    const { spelled } = this.target.identity;
    for (let rank = 0; rank < mostNames; rank++) yield* this.ranked(places, rank, wanted);
    if (spelled) yield* this.ranked(places, spelledRank, spelled(wanted));
  }

  private *ranked(
    places: readonly string[],
    rank: number,
    wanted: string,
  ): Generator<number | ReadonlySet<number>> {
    for (const place of places) {
      const found = this.names.get(`${place}${separator}${rank}${separator}${wanted}`);
      if (found !== undefined) yield found;
    }
  }

  /** Rows of one name without those that another part of their key excludes; an open part excludes none. */
  private narrowed(ids: ReadonlySet<number>, row: Readonly<RowValues>): number[] {
    const isOpen = (value: unknown) => value === null || value === undefined || Number(value) === 0;
    return [...ids].filter(id =>
      this.shared.every((part, at) => {
        const value = this.sharedValues.get(id)?.[at];
        return isOpen(value) || isOpen(row[part]) || String(value) === String(row[part]);
      }),
    );
  }
}

function nameIssue(fieldName: string, text: string, several: boolean): Issue {
  return issue(fieldName, several ? 'ambiguousName' : 'unknownName', { value: text.slice(0, 64) });
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
