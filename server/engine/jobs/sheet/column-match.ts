import type { ColumnMatch } from '@yikao/model/calls/import-columns.ts';
import type { JobOperation } from '@yikao/model/contexts/jobs.ts';
import { cleanText } from '@yikao/model/fields/text.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import {
  type Combined,
  combinedColumn,
  headedColumn,
  type Joined,
} from '@yikao/model/kernel/import-kinds.ts';
import { cellText } from '@yikao/model/kernel/validate/cell.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import type { Cell } from '../../../excel/index.ts';
import type { IsChild } from './child-columns.ts';
import type { ColumnGroup, FieldValue } from './column-groups.ts';
import { calledBy } from './column-guess.ts';
import type { Signature } from './template-signature.ts';

/** A column of a sheet with its matched field. */
export interface SheetColumn {
  readonly index: number;
  /** As in the file; '' for an empty header cell. */
  readonly header: string;
  /** Its field; '' for a column that is skipped, by the person's choice or because it cannot be imported. */
  readonly field: string | undefined;
  readonly by: ColumnMatch;
  /** The upper heading that sets a value on its rows, see {@link ColumnGroup}. */
  readonly group?: string;
}

/** A group of columns with the fields of these, by column. */
export interface GroupOfFields extends FieldValue {
  readonly label: string;
  readonly fields: ReadonlyMap<number, string>;
}

/** The match between the columns of a sheet and the fields of a dataset. */
export interface HeaderMap {
  /** Field by column index; columns that are left out are not in it. */
  readonly fields: ReadonlyMap<number, string>;
  /** Headers of child columns, by column index (`perChild` of a kind of import). */
  readonly children: ReadonlyMap<number, string>;
  /** Columns that fill two fields each, by column index (`combines` of a kind of import). */
  readonly combined: ReadonlyMap<number, Combined>;
  /** Columns that fill a field together with others, by column index (`excel.joins`). */
  readonly joined: ReadonlyMap<number, Joined>;
  /** Groups of columns that produce rows, in sheet order; their columns are not in {@link fields}. */
  readonly groups: readonly GroupOfFields[];
  /** Header texts by column index, as the file has them. */
  readonly headers: readonly string[];
  readonly columns: readonly SheetColumn[];
  /** Headers that fit no field. */
  readonly unknown: readonly string[];
  /** Headers of fields that two columns claim. */
  readonly repeated: readonly string[];
}

/** The two columns that our workbooks of refused rows add, by language; in a corrected file they are passed over. */
export const errorHeaders = {
  zh: { reason: '错误原因', row: '原行号' },
  en: { reason: 'Errors', row: 'Original row' },
} as const;

/** Header of the column with the names of pictures; it is not a field. */
export const pictureHeader = { zh: '文件名', en: 'File name' } as const;

const ownHeaders = new Set<string>(
  [...Object.values(errorHeaders), pictureHeader].flatMap(texts => Object.values(texts)),
);

/** Fields that an operation may set from a file. */
export function importableFields(dataset: AnyDataset, op: JobOperation): readonly string[] {
  if (!dataset.excel) return [];
  return op === 'batchUpdate' ? [dataset.key, ...dataset.excel.batchUpdate] : dataset.excel.import;
}

/**
 * The displayed text of a header cell: without control characters, and without half of a character that a program cut.
 */
function headerText(cell: Cell): string {
  return cleanText(cellText(cell)).trim();
}

/** The fields that the person chose for headers, by {@link headerText}. */
function chosenFields(mapping: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(mapping).map(([header, name]) => [headerText(header), name]));
}

/**
 * A header without the additions of our templates and of people: the star of required columns, spaces, full-width
 * forms.
 */
export function plainHeader(text: string): string {
  return foldText(text).replace(/[*\p{Cc}]+/gu, '');
}

/**
 * Matches the cells of the header row to the dataset's fields: by the person's mapping, by the Chinese or English label
 * or the field's name (domain 0.4, 1), and in our templates by the hidden names of columns (`signed`, by column), else
 * by the signature. In a file with one column per child, names of children (`isChild`) are headers too. A field that
 * cannot be imported, such as some in an export, is recognised and skipped.
 */
export function mapHeaders(
  dataset: AnyDataset,
  op: JobOperation,
  cells: readonly Cell[],
  mapping: Readonly<Record<string, string>>,
  signature?: Signature,
  signed: ReadonlyMap<number, string> = new Map(),
  isChild: IsChild = () => false,
  groups: readonly ColumnGroup[] = [],
): HeaderMap {
  const perChild = dataset.excel?.kind?.perChild;
  const importable = importableFields(dataset, op);
  const names = fieldsByHeader(dataset, importable);
  const chosenFor = chosenFields(mapping);
  const joinedBy = joinsOf(dataset, op, cells, chosenFor);
  const groupAt = new Map(
    groups.flatMap(group => [...group.columns.keys()].map(index => [index, group] as const)),
  );
  const columns = Array.from(cells, (cell, index): SheetColumn => {
    const above = groupAt.get(index);
    if (above) return groupColumn(index, above);
    const header = headerText(cell);
    if (header === '' || ownHeaders.has(header)) return { index, header, field: '', by: 'none' };
    const chosen = chosenFor.get(header);
    if (chosen !== undefined) {
      const known = chosen === '' || importable.includes(chosen);
      return { index, header, field: known ? chosen : undefined, by: 'chosen' };
    }
    const combined = combinedBy(dataset, header);
    if (combined) return { index, header, field: combinedColumn(combined), by: 'label' };
    const joined = joinedBy.get(plainHeader(header));
    if (joined) return { index, header, field: headedColumn(joined.field, header), by: 'label' };
    const name = names.get(plainHeader(header));
    if (name === undefined && perChild && isChild(header))
      return { index, header, field: headedColumn(perChild.value, header), by: 'child' };
    if (name === undefined) return { index, header, field: undefined, by: 'none' };
    return { index, header, field: importable.includes(name) ? name : '', by: 'label' };
  });
  function groupColumn(index: number, { label, columns: lowers }: ColumnGroup): SheetColumn {
    const header = headerText(lowers.get(index));
    const chosen = chosenFor.get(header) ?? chosenFor.get(`${label} ${header}`);
    const name = chosen ?? names.get(plainHeader(header));
    const field = name === undefined ? undefined : importable.includes(name) ? name : '';
    const isWrong = chosen !== undefined && chosen !== '' && field === '';
    const by = chosen === undefined ? (name === undefined ? 'none' : 'label') : 'chosen';
    return { index, header, field: isWrong ? undefined : field, by, group: label };
  }
  const told = byNames(columns, signed) ?? (signature ? bySignature(columns, signature) : new Map());
  const met = columns.map((column): SheetColumn => {
    const name = told.get(column.index);
    return name !== undefined && importable.includes(name)
      ? { ...column, field: name, by: 'template' }
      : column;
  });
  const used = new Set<string>();
  const repeated: string[] = [];
  for (const { field, header, group = '' } of met) {
    if (!field) continue;
    const others = group === '' ? groups.map(({ label }) => label) : [''];
    if ([group, ...others].some(one => used.has(`${one}\0${field}`))) repeated.push(header);
    used.add(`${group}\0${field}`);
  }
  return {
    fields: new Map(
      met.flatMap(({ index, field, by, group }) =>
        field && by !== 'child' && group === undefined && dataset.fields[field]
          ? [[index, field] as const]
          : [],
      ),
    ),
    children: new Map(
      met.flatMap(({ index, header, by }) => (by === 'child' ? [[index, header] as const] : [])),
    ),
    combined: new Map(
      met.flatMap(({ index, header, group }) => {
        const combined = group === undefined ? combinedBy(dataset, header) : undefined;
        return combined ? [[index, combined] as const] : [];
      }),
    ),
    joined: new Map(
      met.flatMap(({ index, header, field }) => {
        const joined = joinedBy.get(plainHeader(header));
        return joined && field === headedColumn(joined.field, header) ? [[index, joined] as const] : [];
      }),
    ),
    groups: groups.map(({ label, field, value }) => ({
      label,
      field,
      value,
      fields: new Map(
        met.flatMap(column =>
          column.group === label && column.field ? [[column.index, column.field] as const] : [],
        ),
      ),
    })),
    headers: columns.map(({ header, group }) => (group === undefined ? header : `${group} ${header}`)),
    columns: met,
    unknown: [...new Set(met.filter(({ field }) => field === undefined).map(({ header }) => header))],
    repeated,
  };
}

/** The number of cells that are headers of the dataset's fields, or for which the person chose a field. */
export function knownHeaders(
  dataset: AnyDataset,
  op: JobOperation,
  cells: readonly Cell[],
  mapping: Readonly<Record<string, string>>,
  isChild: IsChild = () => false,
): number {
  const names = fieldsByHeader(dataset, importableFields(dataset, op));
  const chosenFor = chosenFields(mapping);
  const joinedBy = joinsOf(dataset, op, cells, chosenFor);
  return cells.filter(cell => {
    const header = headerText(cell);
    if (header === '') return false;
    const isOwn = chosenFor.has(header) || names.has(plainHeader(header)) || isChild(header);
    return isOwn || joinedBy.has(plainHeader(header)) || combinedBy(dataset, header) !== undefined;
  }).length;
}

/** The fields identified by these headers. */
export function fieldsOfHeaders(
  dataset: AnyDataset,
  op: JobOperation,
  cells: readonly Cell[],
): ReadonlySet<string> {
  const names = fieldsByHeader(dataset, importableFields(dataset, op));
  return new Set(cells.flatMap(cell => names.get(plainHeader(headerText(cell))) ?? []));
}

/** Returns a test for headers of the fields an operation may set, or their synonyms. */
export function likelyHeader(dataset: AnyDataset, op: JobOperation): (header: string) => boolean {
  return calledBy(
    importableFields(dataset, op).flatMap(name => {
      const field = fieldOf(dataset, name);
      return field ? [name, field.label.zh, field.label.en, ...(field.headers ?? [])] : [];
    }),
  );
}

/** The number of cells that are headers of the dataset's fields, or synonyms. */
export function likelyHeaders(dataset: AnyDataset, op: JobOperation, cells: readonly Cell[]): number {
  const isLikely = likelyHeader(dataset, op);
  return cells.filter(cell => isLikely(headerText(cell).split(' ').at(-1) ?? '')).length;
}

/** The fields by the plain headers that mean them: their names, their labels, and their further headers. */
export function fieldsByHeader(
  dataset: AnyDataset,
  importable: readonly string[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const everything = [...Object.keys(dataset.fields), 'createTime', 'updateTime', 'updateBy', 'importBatch'];
  // Importable fields go last, so that they win if two fields share a label.
  for (const name of [...everything, ...importable]) {
    const field = fieldOf(dataset, name);
    if (!field) continue;
    for (const text of [name, field.label.zh, field.label.en, ...(field.headers ?? [])])
      names.set(plainHeader(text), name);
  }
  return names;
}

/** Fields that a sheet's rows have cells for: those of its columns, and those of children and their values. */
export function filledFields(
  { excel }: AnyDataset,
  { fields, combined, joined, groups }: Pick<HeaderMap, 'fields' | 'combined' | 'joined' | 'groups'>,
): ReadonlySet<string> {
  const { perChild } = excel?.kind ?? {};
  return new Set([
    ...fields.values(),
    ...[...combined.values()].flatMap(column => [...column.fields]),
    ...[...joined.values()].map(({ field }) => field),
    ...(perChild ? [perChild.by, perChild.value] : []),
    ...groups.flatMap(group => [group.field, ...group.fields.values()]),
  ]);
}

/** Joined columns by their plain headers, for fields without a column here. */
function joinsOf(
  dataset: AnyDataset,
  op: JobOperation,
  cells: readonly Cell[],
  chosenFor: ReadonlyMap<string, string>,
): ReadonlyMap<string, Joined> {
  const importable = importableFields(dataset, op);
  const chosen = new Set(chosenFor.values());
  const plain = new Set(cells.map(cell => plainHeader(headerText(cell))));
  const hasOwn = (name: string) => {
    const { zh, en } = dataset.fields[name]?.label ?? { zh: name, en: name };
    return chosen.has(name) || [name, zh, en].some(text => plain.has(plainHeader(text)));
  };
  return new Map(
    (dataset.excel?.joins ?? [])
      .filter(({ field }) => importable.includes(field) && !hasOwn(field))
      .flatMap(join =>
        join.columns.flatMap(({ headers }) => headers.map(header => [plainHeader(header), join] as const)),
      ),
  );
}

/** The combined column of this header. */
function combinedBy(dataset: AnyDataset, header: string): Combined | undefined {
  const plain = plainHeader(header);
  return dataset.excel?.kind?.combines?.find(({ label }) =>
    [label.zh, label.en].some(text => plainHeader(text) === plain),
  );
}

const isOpen = (column: SheetColumn) => column.field === undefined && column.by === 'none';

/**
 * The fields of columns with changed headers in one of our templates, found by the names that moved with the columns.
 * If a header belongs to another field, a different table was pasted over the template and the names are ignored: the
 * result is undefined, as it is without names.
 */
function byNames(
  columns: readonly SheetColumn[],
  signed: ReadonlyMap<number, string>,
): Map<number, string> | undefined {
  const known = columns.filter(({ field, by }) => by === 'label' && field);
  const stale = known.some(({ index, field }) => (signed.get(index) ?? field) !== field);
  if (signed.size === 0 || stale) return undefined;
  const taken = new Set(columns.map(({ field }) => field));
  return new Map(
    columns.flatMap(column => {
      const field = signed.get(column.index);
      return field !== undefined && isOpen(column) && !taken.has(field) ? [[column.index, field]] : [];
    }),
  );
}

/**
 * The fields of columns with changed headers in one of our templates. A run of such columns between two known ones
 * corresponds to the template's columns between those two if their number is equal; a single remaining column and a
 * single remaining field are a pair. Anything less certain is left to the person.
 */
function bySignature(columns: readonly SheetColumn[], { columns: signed }: Signature): Map<number, string> {
  const found = new Map<number, string>();
  const place = new Map(signed.map(({ field }, at) => [field, at]));
  const taken = new Set(columns.map(({ field }) => field));
  let left = -1;
  for (let from = 0; from < columns.length; from++) {
    const column = columns[from] as SheetColumn;
    if (!isOpen(column)) {
      left = place.get(column.field ?? '') ?? Number.NaN;
      continue;
    }
    let to = from;
    while (to < columns.length && isOpen(columns[to] as SheetColumn)) to += 1;
    const next = columns[to];
    const right = next ? (place.get(next.field ?? '') ?? Number.NaN) : signed.length;
    const between = signed.slice(left + 1, right);
    // A neighbour that is not in the template (NaN) makes the comparison fail.
    if (right - left - 1 === to - from && between.every(({ field }) => !taken.has(field))) {
      for (const [at, { field }] of between.entries())
        found.set((columns[from + at] as SheetColumn).index, field);
    }
    from = to - 1;
  }
  const given = new Set(found.values());
  const open = columns.filter(column => isOpen(column) && !found.has(column.index));
  const free = signed.filter(({ field }) => !taken.has(field) && !given.has(field));
  const filled = columns.filter(({ header }) => header !== '').length;
  if (open.length === 1 && free.length === 1 && filled === signed.length) {
    found.set(open[0]?.index ?? 0, free[0]?.field ?? '');
  }
  return found;
}
