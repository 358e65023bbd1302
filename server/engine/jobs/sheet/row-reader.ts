import { kindOf } from '@yikao/model/fields/index.ts';
import { endOfDay } from '@yikao/model/fields/parts/calendar.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Field, RefField } from '@yikao/model/kernel/field.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { CellProblem, cellText, clears, unescapeClearWord } from '@yikao/model/kernel/validate/cell.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { fieldsOf } from '@yikao/model/kernel/validate/row.ts';
import { emptied, isEmpty, type RowValues, validateValue } from '@yikao/model/kernel/validate/validate.ts';
import { type Cell, errorOfText, type FormattedCell, type SheetRow } from '../../../excel/index.ts';
import { htmlOfCell } from '../../write/sanitise.ts';
import type { ReferenceNames } from '../import/reference-names.ts';
import { isTotal } from './beside-data.ts';
import { isFull, isMarkedCut } from './cut-cells.ts';
import { unreadable, unreadIssue } from './unread-cells.ts';

/** The number of end times in a row whose last day people might read differently. */
export interface EndsOfRow {
  readonly days: number;
  readonly midnights: number;
}

/** A parsed row of a sheet: the canonical values of its fields, and its problems. */
export interface ReadRow {
  readonly number: number;
  /** Fields with a value; null for those cleared by the word NULL. Blank cells are left out (domain 0.4). */
  readonly values: RowValues;
  /** The values that match the row to a row of the table. */
  readonly match: RowValues;
  readonly issues: Issue[];
  readonly cells: readonly Cell[];
  /** The cells of fields with problems, which may be those of the stored row. */
  readonly unread?: Readonly<Record<string, FilledCell>>;
  /** Fields whose cells hold only the beginning of an exported text: they are ignored. */
  readonly cut?: readonly string[];
  /** Fields whose cells are completely full, with their texts: another program may have truncated them. */
  readonly full?: Readonly<Record<string, string>>;
  /** End times given as a day alone, and those at 0:00. */
  readonly ends?: EndsOfRow | undefined;
  /** True if it looks like the sum of the rows above it, and not like one of them. */
  readonly total?: boolean;
  /** True if it is not data of the table that is read: a sum, a note, a row of another table. */
  apart?: boolean;
  /** Texts that the sheet displays differently, or with fewer digits, than the stored number. */
  readonly losses?: readonly ShownLoss[];
}

/** A number in a text field, displayed by its format, or not displayable. */
export interface ShownLoss {
  readonly field: string;
  readonly loss: NonNullable<FormattedCell['loss']>;
}

type FilledCell = Exclude<Cell, undefined>;

interface ReaderColumn {
  /** -1 of a field that has no column and is the same in every row. */
  readonly index: number;
  /** Cell used if the row's own is blank. */
  readonly given: FilledCell | undefined;
  readonly name: string;
  readonly field: Field;
  /** Cached values by the content of the cell and of its limiting fields. */
  readonly memory: Map<unknown, unknown> | undefined;
  /** The same for cells with dates, by their text. */
  readonly dates: Map<unknown, unknown>;
}

/** Cells shared by every row of a file, by field: values a person entered for the whole file. */
export type GivenCells = Readonly<Record<string, string | number>>;

function otherThanGiven(given: FilledCell) {
  const value = cellText(given).slice(0, 64);
  return label(
    `与为整个文件填写的“${value}”不同`,
    `differs from "${value}", which was given for the whole file`,
  );
}

/**
 * The values of a row. A constructor lets the engine allocate all fields at once; an object literal would grow, and be
 * copied, field by field.
 */
class Values {
  [name: string]: unknown;
}

/** Most cached values per column; repeated values in a sheet recur within fewer. */
const rememberedValues = 4_096;

/** Kinds whose columns repeat few values, or whose values are costly to parse. */
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

/** Kinds that take the number of a cell, however the sheet shows it. */
const numberKinds = new Set<Field['kind']>(['integer', 'decimal', 'money', 'year', 'id', 'date', 'dateTime']);

/** Kinds that take the displayed text of a cell. */
const textKinds = new Set<Field['kind']>(['text', 'richText']);

/**
/**
 * Text that is looked at closer: control characters, marks that are not seen, private characters, halves of surrogate
 * pairs, signs for lost characters, spaces at its ends, shortened numbers.
 */
const unclean =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\ufffd]|^\s|\s$|^\d(?:\.\d+)?E\+\d\d$/u;

/** Kinds that hold no free text: a dash in their cell means no value. */
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

/** Only spaces and invisible characters; NUL represents a lost one, and is refused. */
const seenAsBlank = /^(?:(?!\0)[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}])*$/u;

/** Signs of a time of the day. */
const tellsTime = /[:：时点]/;

/** Reports whether a cell is empty; a dash counts as empty, as in published tables. */
export function isBlank(cell: Cell, { kind }: Field): cell is undefined {
  if (cell === undefined) return true;
  if (typeof cell !== 'string') return false;
  return seenAsBlank.test(cell) || (cell.length < 8 && dashedKinds.has(kind) && dashes.test(cell));
}

/**
 * Parses the cells of a row into the fields of a dataset. References come after their limiting fields, whatever the
 * order of the columns. Collects every problem of the row.
 */
export class RowReader {
  private readonly columns: readonly ReaderColumn[];
  /** Columns of end times. */
  private readonly ends: readonly ReaderColumn[];
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
    given: GivenCells = {},
  ) {
    this.matchOf = matchOf;
    this.dataset = dataset;
    this.references = references;
    this.forced = forced;
    const held = new Set(fields.values());
    const alone = Object.keys(given).filter(name => !held.has(name) && dataset.fields[name]);
    const places = [...fields, ...alone.map(name => [-1, name] as const)];
    const columns = places.map(([index, name]): ReaderColumn => {
      const field = dataset.fields[name] as Field;
      return {
        index,
        given: given[name],
        name,
        field,
        memory: rememberedKinds.has(field.kind) ? new Map() : undefined,
        dates: new Map(),
      };
    });
    const depth = ({ name, field }: ReaderColumn) =>
      field.kind === 'ref'
        ? decidingParts(field, references.get(name)).length
        : field.kind === 'refs'
          ? 1
          : -1;
    this.columns = columns.sort((a, b) => depth(a) - depth(b));
    this.ends = columns.filter(({ field }) => field.kind === 'dateTime' && field.until === true);
  }

  /** Replaces the cached names, once rows of this file have become rows of the table. */
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
    let cut: string[] | undefined;
    let full: Record<string, string> | undefined;
    const losses: ShownLoss[] = [];
    if (row.repeated) issues.push(issue(this.columns[0]?.name ?? '', 'repeatedCell'));
    for (const column of this.columns) {
      const { name, field } = column;
      let cell = row.cells[column.index];
      const isGiven = isBlank(cell, field);
      if (isGiven) cell = column.given;
      if (cell === undefined) continue;
      if (typeof cell === 'string') {
        if (clears(cell)) {
          const empty = emptied(field);
          if (empty === undefined) issues.push(issue(name, 'required'));
          else values[name] = empty;
          continue;
        }
        const error = errorOfText(cell);
        if (error) {
          issues.push(unreadIssue(name, error));
          continue;
        }
        cell = unescapeClearWord(cell);
        if (isMarkedCut(cell)) {
          cut = [...(cut ?? []), name];
          continue;
        }
        if (isFull(cell)) full = { ...full, [name]: cell };
      } else if (typeof cell === 'object') {
        if (cell.kind === 'error') {
          issues.push(unreadIssue(name, cell));
          continue;
        }
        if (cell.kind === 'date' && cell.shown !== undefined && textKinds.has(field.kind)) cell = cell.shown;
      }
      const value =
        typeof cell === 'object' && cell.kind === 'formatted'
          ? this.formatted(column, cell, values, issues, losses)
          : this.value(column, cell, values, issues);
      if (value === undefined) continue;
      values[name] = value;
      if (isGiven || column.given === undefined) continue;
      // The value for the whole file and the row's own value contradict each other.
      const other = this.value(column, column.given, values, []);
      if (String(other) !== String(value))
        issues.push(issue(name, 'rule', { ...otherThanGiven(column.given) }));
    }
    // A person bound to a province need not name it; a row that names another one is refused by the scope.
    for (const name in this.forced) values[name] ??= this.forced[name];
    const unread = issues.length > 0 ? this.unreadCells(row, issues) : undefined;
    return {
      number: row.number,
      values,
      match: this.matchOf(values),
      issues,
      cells: row.cells,
      ends: this.endsOf(row, values),
      total: isTotal(row.cells),
      ...(unread && { unread }),
      ...(cut && { cut }),
      ...(full && { full }),
      ...(losses.length > 0 && { losses }),
    };
  }

  private unreadCells(row: SheetRow, issues: readonly Issue[]): Record<string, FilledCell> {
    const failed = fieldsOf(issues);
    return Object.fromEntries(
      this.columns.flatMap(({ name, index }) => {
        const cell = row.cells[index];
        return failed.has(name) && cell !== undefined ? [[name, cell]] : [];
      }),
    );
  }

  private endsOf(row: SheetRow, values: Readonly<RowValues>): EndsOfRow | undefined {
    let days = 0;
    let midnights = 0;
    for (const { index, name } of this.ends) {
      const value = values[name];
      if (typeof value !== 'string') continue;
      if (value.endsWith(' 00:00:00')) midnights += 1;
      else if (value.endsWith(endOfDay) && !tellsTime.test(cellText(row.cells[index]))) days += 1;
    }
    return days + midnights > 0 ? { days, midnights } : undefined;
  }

  /**
   * The value of a number that the sheet displays differently. A text field takes the displayed text, a number field
   * the number; a name or code takes the displayed text, or else the number.
   */
  private formatted(
    column: ReaderColumn,
    { value, text, loss }: FormattedCell,
    values: RowValues,
    issues: Issue[],
    losses: ShownLoss[],
  ): unknown {
    const { name, field } = column;
    if (numberKinds.has(field.kind)) return this.value(column, value, values, issues);
    const ofText: Issue[] = [];
    const shown = this.value(column, text, values, ofText);
    if (ofText.length === 0) {
      if (loss && textKinds.has(field.kind)) losses.push({ field: name, loss });
      return shown;
    }
    const ofNumber: Issue[] = [];
    const number = this.value(column, value, values, ofNumber);
    issues.push(...(ofNumber.length === 0 ? [] : ofText));
    return number;
  }

  /** A cell's value, cached if it occurred before; undefined if it is invalid, with the problem added to `issues`. */
  private value(column: ReaderColumn, cell: FilledCell, values: RowValues, issues: Issue[]): unknown {
    const isDate = typeof cell === 'object' && cell.kind === 'date';
    const memory = isDate ? column.memory && column.dates : column.memory;
    if (memory === undefined) return this.decode(column, cell, issues);
    const key = this.memoryKey(column, cell, values);
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
  private memoryKey({ name, field }: ReaderColumn, cell: FilledCell, values: Readonly<RowValues>): unknown {
    const own =
      typeof cell !== 'object' ? cell : cell.kind === 'date' ? cell.text : `${cell.kind} ${cell.text}`;
    if (field.kind !== 'ref') return own;
    const parts = decidingParts(field, this.references.get(name));
    if (parts.length === 0) return own;
    let key = String(own);
    for (const name of parts) key += `\u0000${String(values[name] ?? this.forced[name])}`;
    return key;
  }

  private decode({ name, field }: ReaderColumn, cell: FilledCell, issues: Issue[]): unknown {
    const plain = field.kind === 'text' && !field.format && !field.personal && typeof cell === 'string';
    if (plain && cell.length <= field.max && !unclean.test(cell)) return cell;
    const wrong = unreadable(cell);
    if (wrong) {
      issues.push(issue(name, wrong));
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
    const garbled = unreadable(cell);
    if (garbled) {
      issues.push(issue(name, garbled));
      return undefined;
    }
    const known = this.references.get(name);
    if (!known) throw new Error(`No names were loaded for ${this.dataset.name}.${name}`);
    const context = { ...this.forced, ...values };
    const text = cellText(cell);
    if (field.kind === 'refs') {
      const found = known.resolveList(name, text, context);
      if (isIds(found)) return found;
      issues.push(...found);
      return undefined;
    }
    const found = known.resolve(name, text, context);
    if (typeof found === 'number') return found;
    const within = field.kind === 'ref' ? (field.within ?? []) : [];
    // Inside a year or province that is itself wrong or left out, the name was not even looked for.
    const blank = within.filter(part => isEmpty(context[part]));
    if (issues.some(one => within.includes(one.field))) return undefined;
    issues.push(...(blank.length > 0 ? blank.map(part => issue(part, 'required')) : [found]));
    return undefined;
  }
}

function isIds(found: readonly number[] | Issue[]): found is readonly number[] {
  return found.every(one => typeof one === 'number');
}

/** The fields of a row on which the target of a name depends. */
function decidingParts(
  { within = [], orAny = [] }: RefField,
  names: ReferenceNames | undefined,
): readonly string[] {
  const deciding = names?.deciding ?? [];
  return deciding.length === 0 && orAny.length === 0 ? within : [...within, ...orAny, ...deciding];
}
