import type { ColumnFinding, ColumnMatch } from '@yikao/model/calls/import-columns.ts';
import { cleanText } from '@yikao/model/fields/text.ts';
import type { JobOperation } from '@yikao/model/jobs/index.ts';
import { cellText } from '@yikao/model/kernel/cell.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import {
  type Combined,
  childColumn,
  combinedColumn,
  type Joined,
  joinedColumn,
} from '@yikao/model/kernel/import-kinds.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import type { Cell } from '../../../excel/index.ts';
import type { IsChild } from './child-columns.ts';
import { guessFields } from './header-guess.ts';
import type { Signature } from './template-signature.ts';

/** A column of a sheet, and what it was found to be. */
export interface SheetColumn {
  readonly index: number;
  /** As the file has it; '' where the header cell is empty. */
  readonly header: string;
  /** Its field; '' for one that is left out: undeclared by the person, or known and not to be imported. */
  readonly field: string | undefined;
  readonly by: ColumnMatch;
}

/** How the columns of a sheet meet the fields of a dataset. */
export interface HeaderMap {
  /** Field by column index; columns that are left out are not in it. */
  readonly fields: ReadonlyMap<number, string>;
  /** Headers of the columns that stand for children, by column index (`perChild` of a kind of import). */
  readonly children: ReadonlyMap<number, string>;
  /** Columns that fill two fields each, by column index (`combines` of a kind of import). */
  readonly combined: ReadonlyMap<number, Combined>;
  /** Columns that fill a field together with others, by column index (`excel.joins`). */
  readonly joined: ReadonlyMap<number, Joined>;
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

/** Header of the column that tells the names of pictures; it is no field. */
export const pictureHeader = { zh: '文件名', en: 'File name' } as const;

const ownHeaders = new Set<string>(
  [...Object.values(errorHeaders), pictureHeader].flatMap(texts => Object.values(texts)),
);

/** Fields that an operation may set from a file. */
function importableFields(dataset: AnyDataset, op: JobOperation): readonly string[] {
  if (!dataset.excel) return [];
  return op === 'batchUpdate' ? [dataset.key, ...dataset.excel.batchUpdate] : dataset.excel.import;
}

/**
 * The text of a header cell as a person sees it: without control characters, and whole where a program has cut a
 * sign.
 */
function headerText(cell: Cell): string {
  return cleanText(cellText(cell)).trim();
}

/** The fields that the person has chosen for headers, by the text of these as {@link headerText} gives it. */
function chosenFields(mapping: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(mapping).map(([header, name]) => [headerText(header), name]));
}

/** A header without what our templates and people add to it: the star of required columns, spaces, full-width forms. */
export function plainHeader(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[*＊\s\p{Cc}]+/gu, '')
    .toLowerCase();
}

/**
 * Meets the cells of the header row with the dataset's fields: by the person's own mapping, by the Chinese or
 * English label or the field's name (domain 0.4, 1), and, in a template of ours, by the hidden names of its columns
 * (`signed`, by column) or else by its signature. In a file with one column per child the names of children (`isChild`)
 * are headers, too. A header of a field that exists but cannot be imported, as an
 * export carries some, is known and left out.
 */
export function mapHeaders(
  dataset: AnyDataset,
  op: JobOperation,
  cells: readonly Cell[],
  mapping: Readonly<Record<string, string>>,
  signature?: Signature,
  signed: ReadonlyMap<number, string> = new Map(),
  isChild: IsChild = () => false,
): HeaderMap {
  const perChild = dataset.excel?.kind?.perChild;
  const importable = importableFields(dataset, op);
  const names = fieldsByHeader(dataset, importable);
  const chosenFor = chosenFields(mapping);
  const joinedBy = joinsOf(dataset, op, cells, chosenFor);
  const columns = Array.from(cells, (cell, index): SheetColumn => {
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
    if (joined) return { index, header, field: joinedColumn(joined, header), by: 'label' };
    const name = names.get(plainHeader(header));
    if (name === undefined && perChild && isChild(header))
      return { index, header, field: childColumn(perChild, header), by: 'child' };
    if (name === undefined) return { index, header, field: undefined, by: 'none' };
    return { index, header, field: importable.includes(name) ? name : '', by: 'label' };
  });
  const told = byNames(columns, signed) ?? (signature ? bySignature(columns, signature) : new Map());
  const met = columns.map((column): SheetColumn => {
    const name = told.get(column.index);
    return name !== undefined && importable.includes(name)
      ? { ...column, field: name, by: 'template' }
      : column;
  });
  const used = new Set<string>();
  const repeated: string[] = [];
  for (const { field, header } of met) {
    if (!field) continue;
    if (used.has(field)) repeated.push(header);
    used.add(field);
  }
  return {
    fields: new Map(
      met.flatMap(({ index, field, by }) =>
        field && by !== 'child' && dataset.fields[field] ? [[index, field] as const] : [],
      ),
    ),
    children: new Map(
      met.flatMap(({ index, header, by }) => (by === 'child' ? [[index, header] as const] : [])),
    ),
    combined: new Map(
      met.flatMap(({ index, header }) => {
        const combined = combinedBy(dataset, header);
        return combined ? [[index, combined] as const] : [];
      }),
    ),
    joined: new Map(
      met.flatMap(({ index, header, field }) => {
        const joined = joinedBy.get(plainHeader(header));
        return joined && field === joinedColumn(joined, header) ? [[index, joined] as const] : [];
      }),
    ),
    headers: columns.map(({ header }) => header),
    columns: met,
    unknown: met.filter(({ field }) => field === undefined).map(({ header }) => header),
    repeated,
  };
}

/** How many of these cells are headers of the dataset's fields, or such that the person has chosen a field for. */
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

function fieldsByHeader(dataset: AnyDataset, importable: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const everything = [...Object.keys(dataset.fields), 'createTime', 'updateTime', 'importBatch'];
  // Importable fields go last so that they win where two fields share a label.
  for (const name of [...everything, ...importable]) {
    const field = fieldOf(dataset, name);
    if (!field) continue;
    for (const text of [name, field.label.zh, field.label.en]) names.set(plainHeader(text), name);
  }
  return names;
}

/**
 * Fields that the rows of a sheet have cells for: those of its columns, and what stands for children and their
 * values.
 */
export function filledFields(
  { excel }: AnyDataset,
  { fields, combined, joined }: Pick<HeaderMap, 'fields' | 'combined' | 'joined'>,
): ReadonlySet<string> {
  const { perChild } = excel?.kind ?? {};
  return new Set([
    ...fields.values(),
    ...[...combined.values()].flatMap(column => [...column.fields]),
    ...[...joined.values()].map(({ field }) => field),
    ...(perChild ? [perChild.by, perChild.value] : []),
  ]);
}

/** Joined columns by their plain headers, of fields that have no column of their own among these. */
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
 * The fields of columns whose headers a person has renamed in a template of ours, by the names that moved along with
 * them. A header that is that of another field says that somebody's own table was pasted over the template: then
 * the names tell nothing. Undefined as well where there are none.
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
 * The fields of columns whose headers a person has renamed in a template of ours. A run of such columns between two
 * that are known is what stood between those two in the template, as long as their number is the same; and the one
 * column left over, with the one field left over, are a pair. Anything less certain is left to the person.
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
    // A side that is no column of the template (NaN) makes the comparison fail.
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

/**
 * The fields that are offered for columns that fit none by themselves: the one the person chose for the same header
 * before, else the likest field that no other column has.
 */
export function offerFields(
  dataset: AnyDataset,
  op: JobOperation,
  map: HeaderMap,
  remembered: Readonly<Record<string, string>>,
): ColumnFinding['unknown'] {
  const importable = importableFields(dataset, op);
  const free = new Set(importable);
  for (const name of filledFields(dataset, map)) free.delete(name);
  const known = new Map<string, string>();
  for (const header of map.unknown) {
    const name = remembered[plainHeader(header)];
    if (name === undefined || (name !== '' && !free.has(name))) continue;
    known.set(header, name);
    free.delete(name);
  }
  const rest = map.unknown.filter(header => !known.has(header));
  const guesses = guessFields(dataset, rest, [...free]);
  return map.unknown.map(header => {
    const name = known.get(header);
    if (name !== undefined) return { header, field: name, by: 'remembered' };
    const guess = guesses.get(header);
    return { header, field: guess ?? null, by: guess === undefined ? 'none' : 'guess' };
  });
}

/** The columns that only the signature of a template made known, with the labels of their fields. */
export function columnsByTemplate(
  dataset: AnyDataset,
  map: HeaderMap,
  language: Language,
): ColumnFinding['byTemplate'] {
  return map.columns.flatMap(({ header, field, by }) =>
    by === 'template' ? [{ header, label: fieldOf(dataset, field ?? '')?.label[language] ?? '' }] : [],
  );
}

/** Headers of fields that people fill in elsewhere, and that such a file does not set. */
export function columnsPassedOver(dataset: AnyDataset, op: JobOperation, { columns }: HeaderMap): string[] {
  const names = fieldsByHeader(dataset, importableFields(dataset, op));
  return columns.flatMap(({ header, field, by }) => {
    const name = names.get(plainHeader(header));
    const known = name === undefined || name === dataset.key ? undefined : dataset.fields[name];
    const passed = by === 'label' && field === '' && known && !known.readOnly && !known.computed;
    return passed ? [header] : [];
  });
}
