import { kindOf } from '@yikao/model/fields/index.ts';
import { CellProblem, cellText, clears, unescapeClearWord } from '@yikao/model/kernel/cell.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { emptied, isEmpty, type RowValues, validateValue } from '@yikao/model/kernel/validate.ts';
import type { Cell, SheetRow } from '../../../excel/index.ts';
import { htmlOfCell } from '../../sanitise.ts';
import type { ReferenceNames } from '../import/reference-names.ts';
import { isTotal } from './beside-data.ts';

/** A row of a sheet, read: the canonical values of the fields it names, and what is wrong with it. */
export interface ReadRow {
  readonly number: number;
  /** Fields with a value; those cleared by the word NULL hold null. Blank cells are not in it (domain 0.4). */
  readonly values: RowValues;
  /** The values by which the row meets a row of the table. */
  readonly match: RowValues;
  readonly issues: Issue[];
  readonly cells: readonly Cell[];
  /** Whether it looks like the sum of the rows above it, and not like one of them. */
  readonly total?: boolean;
}

type FilledCell = Exclude<Cell, undefined>;

interface ReaderColumn {
  readonly index: number;
  readonly name: string;
  readonly field: Field;
  /** Values read before, by what stood in the cell and in the fields it lies within. */
  readonly memory: Map<unknown, unknown> | undefined;
  /** Likewise, of cells that hold dates, by their text. */
  readonly dates: Map<unknown, unknown>;
}

/**
 * The values of a row. Made by a constructor, whose objects the engine gives room for all their fields at once; a
 * literal's would grow, and be copied, field by field.
 */
class Values {
  [name: string]: unknown;
}

/** Different values of one column that are remembered; what repeats in a sheet repeats within fewer. */
const rememberedValues = 4_096;

/** Kinds whose columns repeat few values, or whose values are costly to read. */
const rememberedKinds = new Set<Field['kind']>([
  'code',
  'codes',
  'yesNo',
  'year',
  'integer',
  'date',
  'dateTime',
  'ref',
  'refs',
]);

/**
 * Text that is looked at closer: control characters, halves of surrogate pairs, spaces at its ends, shortened
 * numbers.
 */
const unclean = /\p{Cc}|\p{Cs}|^\s|\s$|^\d\.\d+E\+\d\d$/u;

/**
 * Signs that no database holds, NUL and halves of surrogate pairs: a text without them is not the one that was
 * written.
 */
const unstorable = /[\0\p{Cs}]/u;

const isUnreadable = (cell: FilledCell) => typeof cell === 'string' && unstorable.test(cell);

/** Kinds that hold no text of people's own: a dash in a cell of theirs says that there is none. */
const dashedKinds = new Set<Field['kind']>([
  'code',
  'codes',
  'yesNo',
  'year',
  'integer',
  'decimal',
  'money',
  'date',
  'dateTime',
  'mobile',
  'ref',
  'refs',
]);

const dashes = /^\s*(?:[-－–—―─]+|[/／])\s*$/;

/** Whether a cell says nothing: as published tables do, with a dash as well. */
export function isBlank(cell: Cell, { kind }: Field): cell is undefined {
  if (cell === undefined) return true;
  if (typeof cell !== 'string') return false;
  return cell.trim() === '' || (cell.length < 8 && dashedKinds.has(kind) && dashes.test(cell));
}

/**
 * Reads the cells of a row into the fields of a dataset. References come after the fields they lie within,
 * whatever the order of the columns. Every problem of the row is gathered, not the first one.
 */
export class RowReader {
  private readonly columns: readonly ReaderColumn[];
  private readonly dataset: AnyDataset;
  private readonly forced: Readonly<RowValues>;
  private readonly matchOf: (values: RowValues) => RowValues;
  private references: ReadonlyMap<string, ReferenceNames>;

  constructor(
    dataset: AnyDataset,
    fields: ReadonlyMap<number, string>,
    references: ReadonlyMap<string, ReferenceNames>,
    forced: Readonly<RowValues>,
    matchOf: (values: RowValues) => RowValues,
  ) {
    this.matchOf = matchOf;
    this.dataset = dataset;
    this.references = references;
    this.forced = forced;
    const columns = [...fields].map(([index, name]): ReaderColumn => {
      const field = dataset.fields[name] as Field;
      return {
        index,
        name,
        field,
        memory: rememberedKinds.has(field.kind) ? new Map() : undefined,
        dates: new Map(),
      };
    });
    const depth = ({ field }: ReaderColumn) =>
      field.kind === 'ref'
        ? (field.within?.length ?? 0) + (field.orAny?.length ?? 0)
        : field.kind === 'refs'
          ? 1
          : -1;
    this.columns = columns.sort((a, b) => depth(a) - depth(b));
  }

  /** Takes names that have been read anew, when rows of this file have become rows of the table. */
  renew(references: ReadonlyMap<string, ReferenceNames>): void {
    this.references = references;
    for (const { memory, dates } of this.columns) {
      memory?.clear();
      dates.clear();
    }
  }

  /** Reads one row. */
  read(row: SheetRow): ReadRow {
    const values: RowValues = new Values();
    const issues: Issue[] = [];
    if (row.misnumbered) issues.push(issue(this.columns[0]?.name ?? '', 'misnumberedRow'));
    for (const column of this.columns) {
      const { name, field } = column;
      let cell = row.cells[column.index];
      if (isBlank(cell, field)) continue;
      if (typeof cell === 'string') {
        if (clears(cell)) {
          const empty = emptied(field);
          if (empty === undefined) issues.push(issue(name, 'required'));
          else values[name] = empty;
          continue;
        }
        cell = unescapeClearWord(cell);
      }
      const value = this.value(column, cell, values, issues);
      if (value !== undefined) values[name] = value;
    }
    // A person bound to a province need not name it; a row that names another one is refused by the scope.
    for (const name in this.forced) values[name] ??= this.forced[name];
    return {
      number: row.number,
      values,
      match: this.matchOf(values),
      issues,
      cells: row.cells,
      total: isTotal(row.cells),
    };
  }

  /** A cell's value, remembered where it was read before; undefined when it is wrong, which `issues` then tell. */
  private value(column: ReaderColumn, cell: FilledCell, values: RowValues, issues: Issue[]): unknown {
    const isDate = typeof cell === 'object' && cell.kind === 'date';
    const memory = isDate ? column.memory && column.dates : column.memory;
    if (memory === undefined) return this.decode(column, cell, issues);
    const key = this.memoryKey(column.field, cell, values);
    const known = memory.get(key);
    if (known !== undefined) return known;
    const { kind } = column.field;
    const value =
      kind === 'ref' || kind === 'refs'
        ? this.reference(column, cell, values, issues)
        : this.decode(column, cell, issues);
    if (value !== undefined) {
      if (memory.size >= rememberedValues) memory.clear();
      memory.set(key, value);
    }
    return value;
  }

  /** The cells that a column's value depends on: the cell, and for a reference the fields it lies within. */
  private memoryKey(field: Field, cell: FilledCell, values: Readonly<RowValues>): unknown {
    const own =
      typeof cell !== 'object' ? cell : cell.kind === 'date' ? cell.text : `${cell.kind} ${cell.text}`;
    if (field.kind !== 'ref' || !(field.within || field.orAny)) return own;
    let key = String(own);
    for (const name of [...(field.within ?? []), ...(field.orAny ?? [])])
      key += `\u0000${String(values[name] ?? this.forced[name])}`;
    return key;
  }

  private decode({ name, field }: ReaderColumn, cell: FilledCell, issues: Issue[]): unknown {
    const plain = field.kind === 'text' && !field.format && typeof cell === 'string';
    if (plain && cell.length <= field.max && !unclean.test(cell)) return cell;
    if (isUnreadable(cell)) {
      issues.push(issue(name, 'unreadableText'));
      return undefined;
    }
    const decoded = kindOf(field).decode(field, cell);
    if (decoded instanceof CellProblem) {
      issues.push(issue(name, decoded.code, decoded.params));
      return undefined;
    }
    const result = validateValue(name, field, decoded);
    if ('issue' in result) {
      issues.push(result.issue);
      return undefined;
    }
    return field.kind === 'richText' ? htmlOfCell(String(result.value)) || null : result.value;
  }

  private reference(
    { name, field }: ReaderColumn,
    cell: FilledCell,
    values: RowValues,
    issues: Issue[],
  ): unknown {
    if (typeof cell === 'object' && cell.kind === 'error') {
      issues.push(issue(name, 'cellError', { value: cell.text }));
      return undefined;
    }
    if (isUnreadable(cell)) {
      issues.push(issue(name, 'unreadableText'));
      return undefined;
    }
    const known = this.references.get(name);
    if (!known) throw new Error(`No names were loaded for ${this.dataset.name}.${name}`);
    const context = { ...this.forced, ...values };
    const text = cellText(cell);
    const parts =
      field.kind === 'refs'
        ? text
            .split(/[,，、;；]/)
            .map(part => part.trim())
            .filter(Boolean)
        : [text];
    const found = parts.map(part => known.resolve(name, part, context));
    const wrong = found.filter(one => typeof one !== 'number');
    const within = field.kind === 'ref' ? (field.within ?? []) : [];
    if (wrong.length > 0) {
      // Inside a year or province that is itself wrong or left out, the name was not even looked for.
      const blank = within.filter(part => isEmpty(context[part]));
      if (issues.some(one => within.includes(one.field))) return undefined;
      issues.push(...(blank.length > 0 ? blank.map(part => issue(part, 'required')) : wrong));
      return undefined;
    }
    return field.kind === 'refs' ? [...new Set(found)] : found[0];
  }
}
