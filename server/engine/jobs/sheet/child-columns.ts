import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Combined, Joined, PerChild } from '@yikao/model/kernel/import-kinds.ts';
import { cellText, clears } from '@yikao/model/kernel/validate/cell.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { splitCell } from '@yikao/model/rules/combined-cells.ts';
import { type Cell, errorOfText, type SheetRow } from '../../../excel/index.ts';
import type { Engine } from '../../engine.ts';
import type { Actor } from '../../scope/actor.ts';
import { serverSideOf } from '../../table/server-side.ts';
import { loadReferenceNames, type ReferenceNames } from '../import/reference-names.ts';
import { headRowsReader } from './carried-rows.ts';
import { type HeaderMap, plainHeader } from './column-match.ts';
import { groupsReader } from './group-reader.ts';
import { partsOfChildren } from './row-parts.ts';
import { type GivenCells, isBlank, type ReadRow, RowReader } from './row-reader.ts';

/** Reports whether a header is the name of a child that may have a column. */
export type IsChild = (header: string) => boolean;

/**
 * Returns a test for headers that name children, for a kind of import with one column per child: children within the
 * values shared by all rows, if these limit them, else all that the actor may refer to.
 */
export async function childHeaders(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  forced: Readonly<RowValues>,
): Promise<IsChild> {
  const perChild = dataset.excel?.kind?.perChild;
  if (!perChild) return () => false;
  const loaded = await loadReferenceNames(engine, engine.db, dataset, [perChild.by], actor);
  const names = loaded.get(perChild.by);
  const field = dataset.fields[perChild.by];
  const within = field?.kind === 'ref' ? [...(field.within ?? []), ...(field.orAny ?? [])] : [];
  const isKnown = within.every(name => forced[name] !== undefined);
  return header => {
    if (!names) return false;
    if (!isKnown) return names.spells(header);
    const found = names.resolve(perChild.by, header, forced);
    // A name shared by several counts: each row determines which is meant, or reports it as ambiguous.
    return typeof found === 'number' || found.code === 'ambiguousName';
  };
}

/** Reads the rows of a sheet into rows of the dataset. */
export interface SheetReader {
  /** The dataset's rows in a row of the sheet: one, or one per child with a value. */
  read(row: SheetRow): readonly ReadRow[];
  /** Replaces the cached names. */
  renew(references: ReadonlyMap<string, ReferenceNames>): void;
  /** Rows so far that were no rows of the dataset, but headed others, as `heads` of its server side says. */
  heads?(): number;
}

/** A reader for a sheet with this heading; `given` are values shared by all its rows. */
export function sheetReader(
  { servers }: Engine,
  dataset: AnyDataset,
  headers: HeaderMap,
  references: ReadonlyMap<string, ReferenceNames>,
  forced: Readonly<RowValues>,
  matchOf: (values: RowValues) => RowValues,
  given: GivenCells = {},
): SheetReader {
  const { heads } = serverSideOf(servers, dataset);
  const inner = rowsReader(dataset, headers, references, forced, matchOf, given);
  return headRowsReader(dataset, heads, headers, inner);
}

function rowsReader(
  dataset: AnyDataset,
  headers: HeaderMap,
  references: ReadonlyMap<string, ReferenceNames>,
  forced: Readonly<RowValues>,
  matchOf: (values: RowValues) => RowValues,
  given: GivenCells,
): SheetReader {
  if (headers.groups.length > 0) {
    return groupsReader(dataset, headers, flat =>
      rowsReader(dataset, flat, references, forced, matchOf, given),
    );
  }
  if (headers.joined.size > 0) {
    const width = headers.headers.length;
    const joins = [...new Set(headers.joined.values())];
    const apart = {
      ...headers,
      fields: new Map([...headers.fields, ...joins.map(({ field }, at) => [width + at, field] as const)]),
      headers: [...headers.headers, ...joins.map(({ field }) => field)],
      joined: new Map(),
    };
    const inner = rowsReader(dataset, apart, references, forced, matchOf, given);
    return {
      read: row => {
        const cells = row.cells.slice(0, width);
        for (const [at, join] of joins.entries()) cells[width + at] = joinedCell(join, headers, row.cells);
        return inner.read({ ...row, cells }).map(read => ({ ...read, cells: row.cells }));
      },
      renew: names => inner.renew(names),
    };
  }
  const perChild = dataset.excel?.kind?.perChild;
  if (!perChild && headers.combined.size > 0) {
    return new CombinedColumnsReader(dataset, headers, references, forced, matchOf, given);
  }
  if (!perChild) {
    const reader = new RowReader(dataset, headers.fields, references, forced, matchOf, given);
    return { read: row => [reader.read(row)], renew: names => reader.renew(names) };
  }
  return new ChildColumnsReader(dataset, perChild, headers, references, forced, matchOf, given);
}

/** The combined value of a field's columns; undefined if all of them are empty, which leaves the field unchanged. */
function joinedCell(join: Joined, { joined, headers }: HeaderMap, cells: readonly Cell[]): Cell {
  const indexes = [...joined].flatMap(([index, one]) => (one === join ? [index] : []));
  // If one part cannot be read, the whole row is refused.
  for (const index of indexes) {
    const cell = cells[index];
    const error = typeof cell === 'string' ? errorOfText(cell) : cell;
    if (typeof error === 'object' && error.kind === 'error') return error;
  }
  const parts = join.columns.flatMap(column => {
    const index = indexes.find(one =>
      column.headers.some(header => plainHeader(header) === plainHeader(headers[one] ?? '')),
    );
    const text = index === undefined ? '' : cellText(cells[index]);
    return text === '' ? [] : [{ text, before: column.before ?? '' }];
  });
  if (parts.length === 0) return undefined;
  const said = parts.filter(({ text }) => !clears(text));
  // If all columns clear it, the field is cleared.
  if (said.length === 0) return parts[0]?.text;
  return said
    .map(({ text, before }) => (text.startsWith(before) ? text : `${before}${text}`))
    .join(join.between);
}

/**
 * Reads sheets with one column per child. Each part of a row is read as a row: the shared cells, the child from the
 * column's header, and the cell. Empty cells produce no part.
 */
class ChildColumnsReader implements SheetReader {
  private readonly dataset: AnyDataset;
  private readonly perChild: PerChild;
  private readonly children: readonly (readonly [index: number, header: string])[];
  private readonly common: ReadonlySet<string>;
  private readonly reader: RowReader;
  /** The child and its value follow the columns of the sheet. */
  private readonly width: number;

  constructor(
    dataset: AnyDataset,
    perChild: PerChild,
    headers: HeaderMap,
    references: ReadonlyMap<string, ReferenceNames>,
    forced: Readonly<RowValues>,
    matchOf: (values: RowValues) => RowValues,
    given: GivenCells,
  ) {
    this.dataset = dataset;
    this.perChild = perChild;
    this.children = [...headers.children];
    this.common = new Set(headers.fields.values());
    this.width = headers.headers.length;
    const fields = new Map([
      ...headers.fields,
      [this.width, perChild.by] as const,
      [this.width + 1, perChild.value] as const,
    ]);
    this.reader = new RowReader(dataset, fields, references, forced, matchOf, given);
  }

  read(row: SheetRow): readonly ReadRow[] {
    const field = this.dataset.fields[this.perChild.value];
    const parts: ReadRow[] = [];
    for (const [at, [index, header]] of this.children.entries()) {
      const cell = row.cells[index];
      if (!field || isBlank(cell, field)) continue;
      const part = this.part(row, at + 1, header, cell);
      parts.push(part);
      // Problems of the shared cells are reported once, and no part can be valid.
      if (part.issues.some(({ field: name }) => this.common.has(name))) return [part];
    }
    if (parts.length > 0) return parts;
    const alone = this.part(row, 0, undefined, undefined);
    return alone.issues.length > 0 ? [alone] : [];
  }

  renew(references: ReadonlyMap<string, ReferenceNames>): void {
    this.reader.renew(references);
  }

  private part(row: SheetRow, at: number, header: Cell, cell: Cell): ReadRow {
    const cells = row.cells.slice(0, this.width);
    cells[this.width] = header;
    cells[this.width + 1] = cell;
    const read = this.reader.read({ ...row, number: row.number * partsOfChildren + at, cells });
    return { ...read, cells: row.cells };
  }
}

/** Reads sheets with columns that fill two fields: their parts follow the columns of the sheet. */
class CombinedColumnsReader implements SheetReader {
  private readonly combined: readonly (readonly [index: number, column: Combined])[];
  private readonly reader: RowReader;
  private readonly width: number;
  constructor(
    dataset: AnyDataset,
    headers: HeaderMap,
    references: ReadonlyMap<string, ReferenceNames>,
    forced: Readonly<RowValues>,
    matchOf: (values: RowValues) => RowValues,
    given: GivenCells,
  ) {
    this.combined = [...headers.combined];
    this.width = headers.headers.length;
    const parts = this.combined.flatMap(([, { fields }]) => [...fields]);
    const places = parts.map((name, at) => [this.width + at, name] as const);
    this.reader = new RowReader(
      dataset,
      new Map([...headers.fields, ...places]),
      references,
      forced,
      matchOf,
      given,
    );
  }

  read(row: SheetRow): readonly ReadRow[] {
    const cells = row.cells.slice(0, this.width);
    for (const [at, [index, { form }]] of this.combined.entries()) {
      const [first, second] = splitCell(form, row.cells[index]);
      cells[this.width + 2 * at] = first;
      cells[this.width + 2 * at + 1] = second;
    }
    return [{ ...this.reader.read({ ...row, cells }), cells: row.cells }];
  }

  renew(references: ReadonlyMap<string, ReferenceNames>): void {
    this.reader.renew(references);
  }
}
