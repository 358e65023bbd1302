import { cellText, clears } from '@yikao/model/kernel/cell.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import {
  type Combined,
  childColumn,
  combinedColumn,
  type Joined,
  type PerChild,
} from '@yikao/model/kernel/import-kinds.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { splitCell } from '@yikao/model/rules/combined-cells.ts';
import type { Cell, SheetRow } from '../../../excel/index.ts';
import type { Actor } from '../../actor.ts';
import type { Engine } from '../../engine.ts';
import { loadReferenceNames, type ReferenceNames } from '../import/reference-names.ts';
import type { RefusedRow } from '../write/refused-rows.ts';
import { type HeaderMap, plainHeader } from './headers.ts';
import { isBlank, type ReadRow, RowReader } from './row-reader.ts';

/**
 * Numbers kept for the parts of one row of a sheet: the row itself, and more than a file may have columns of
 * children.
 */
const partsOfRow = 256;

/** Last row of a sheet whose parts have numbers that the database's integers hold. */
export const lastRowWithParts = Math.floor(2 ** 31 / partsOfRow) - 1;

/** The row of the sheet that the row numbered so came from: of a file with one column per child, a part of it. */
export function sheetRowOf(dataset: AnyDataset, number: number): number {
  return dataset.excel?.kind?.perChild ? Math.floor(number / partsOfRow) : number;
}

/** Whether a header is the name of a child that may have a column of its own. */
export type IsChild = (header: string) => boolean;

/**
 * Tells the headers that are names of children, for a kind of import with one column per child: those within what all
 * rows have, where that says within which they lie, else all that the actor may refer to.
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
    // A name that several have is one all the same: each row says which it cannot mean.
    return typeof found === 'number' || found.code === 'ambiguousName';
  };
}

/** Reads the rows of a sheet into rows of the dataset. */
export interface SheetReader {
  /** The rows of the dataset that a row of the sheet holds: one, or one for each child that it has a value for. */
  read(row: SheetRow): readonly ReadRow[];
  /** Takes names that have been read anew. */
  renew(references: ReadonlyMap<string, ReferenceNames>): void;
}

/** A reader for a sheet with this heading. */
export function sheetReader(
  dataset: AnyDataset,
  headers: HeaderMap,
  references: ReadonlyMap<string, ReferenceNames>,
  forced: Readonly<RowValues>,
  matchOf: (values: RowValues) => RowValues,
): SheetReader {
  if (headers.joined.size > 0) {
    const width = headers.headers.length;
    const joins = [...new Set(headers.joined.values())];
    const apart = {
      ...headers,
      fields: new Map([...headers.fields, ...joins.map(({ field }, at) => [width + at, field] as const)]),
      headers: [...headers.headers, ...joins.map(({ field }) => field)],
      joined: new Map(),
    };
    const inner = sheetReader(dataset, apart, references, forced, matchOf);
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
    return new CombinedColumnsReader(dataset, headers, references, forced, matchOf);
  }
  if (!perChild) {
    const reader = new RowReader(dataset, headers.fields, references, forced, matchOf);
    return { read: row => [reader.read(row)], renew: names => reader.renew(names) };
  }
  return new ChildColumnsReader(dataset, perChild, headers, references, forced, matchOf);
}

/**
 * The value that the columns of a field give together; undefined where none of them says anything, which leaves the
 * field alone.
 */
function joinedCell(join: Joined, { joined, headers }: HeaderMap, cells: readonly Cell[]): Cell {
  const indexes = [...joined].flatMap(([index, one]) => (one === join ? [index] : []));
  const parts = join.columns.flatMap(column => {
    const index = indexes.find(one =>
      column.headers.some(header => plainHeader(header) === plainHeader(headers[one] ?? '')),
    );
    const text = index === undefined ? '' : cellText(cells[index]);
    return text === '' ? [] : [{ text, before: column.before ?? '' }];
  });
  if (parts.length === 0) return undefined;
  const said = parts.filter(({ text }) => !clears(text));
  // Where all columns ask for it, the field is cleared.
  if (said.length === 0) return parts[0]?.text;
  return said
    .map(({ text, before }) => (text.startsWith(before) ? text : `${before}${text}`))
    .join(join.between);
}

/**
 * Reads sheets of one column per child. A part of a row is read like a row of its own: what the row has in common, the
 * child by the header of its column, and the cell. Empty cells make no part.
 */
class ChildColumnsReader implements SheetReader {
  private readonly dataset: AnyDataset;
  private readonly perChild: PerChild;
  private readonly children: readonly (readonly [index: number, header: string])[];
  private readonly common: ReadonlySet<string>;
  private readonly reader: RowReader;
  /** Behind the columns of the sheet stand the child and its value. */
  private readonly width: number;

  constructor(
    dataset: AnyDataset,
    perChild: PerChild,
    headers: HeaderMap,
    references: ReadonlyMap<string, ReferenceNames>,
    forced: Readonly<RowValues>,
    matchOf: (values: RowValues) => RowValues,
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
    this.reader = new RowReader(dataset, fields, references, forced, matchOf);
  }

  read(row: SheetRow): readonly ReadRow[] {
    const field = this.dataset.fields[this.perChild.value];
    const parts: ReadRow[] = [];
    for (const [at, [index, header]] of this.children.entries()) {
      const cell = row.cells[index];
      if (!field || isBlank(cell, field)) continue;
      const part = this.part(row, at + 1, header, cell);
      parts.push(part);
      // What is wrong with the row itself is told once, and none of its parts can be right.
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
    const read = this.reader.read({ ...row, number: row.number * partsOfRow + at, cells });
    return { ...read, cells: row.cells };
  }
}

/** Reads sheets with columns that fill two fields: behind the columns of the sheet stand their parts. */
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

/**
 * Refused parts as the rows of the sheet that they are of: each row once, with all that is wrong with it, under the
 * columns of its children; faults of fields that share a column under that column. Other rows as they are.
 */
export function refusedInSheet(
  dataset: AnyDataset,
  children: ReadonlyMap<number, string>,
  refused: readonly RefusedRow[],
): readonly RefusedRow[] {
  const { perChild, combines = [] } = dataset.excel?.kind ?? {};
  const columnOf = new Map(
    combines.flatMap(column => column.fields.map(name => [name, combinedColumn(column)] as const)),
  );
  if (!perChild) {
    return columnOf.size === 0
      ? refused
      : refused.map(row => ({
          ...row,
          issues: row.issues.map(one => ({ ...one, field: columnOf.get(one.field) ?? one.field })),
        }));
  }
  const headers = [...children.values()];
  const rows = new Map<number, RefusedRow & { readonly issues: RefusedRow['issues'][number][] }>();
  for (const { number, issues, cells } of refused) {
    const row = sheetRowOf(dataset, number);
    const header = headers[(number % partsOfRow) - 1];
    const found = rows.get(row) ?? { number: row, issues: [], cells };
    rows.set(row, found);
    for (const one of issues) {
      const ofChild = one.field === perChild.by || one.field === perChild.value;
      const field = ofChild && header !== undefined ? childColumn(perChild, header) : one.field;
      const known = found.issues.some(other => other.field === field && other.code === one.code);
      if (!known) found.issues.push({ ...one, field });
    }
  }
  return [...rows.values()];
}
