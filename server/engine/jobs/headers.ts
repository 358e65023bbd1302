import type { JobOperation } from '@yikao/model/calls/jobs.ts';
import { cellText } from '@yikao/model/kernel/cell.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Cell } from '../../excel/index.ts';

/** How the columns of a sheet meet the fields of a dataset. */
export interface HeaderMap {
  /** Field by column index; columns that are left out are not in it. */
  readonly fields: ReadonlyMap<number, string>;
  /** Header texts by column index, as the file has them. */
  readonly headers: readonly string[];
  /** Headers that fit no field. */
  readonly unknown: readonly string[];
  /** Fields that two columns claim. */
  readonly repeated: readonly string[];
}

/** The two columns that our workbooks of refused rows add, by language; in a corrected file they are passed over. */
export const errorHeaders = {
  zh: { reason: '错误原因', row: '原行号' },
  en: { reason: 'Errors', row: 'Original row' },
} as const;

const ownHeaders = new Set<string>(Object.values(errorHeaders).flatMap(texts => Object.values(texts)));

/** Fields that an operation may set from a file. */
export function importableFields(dataset: AnyDataset, op: JobOperation): readonly string[] {
  if (!dataset.excel) return [];
  return op === 'batchUpdate' ? [dataset.key, ...dataset.excel.batchUpdate] : dataset.excel.import;
}

/** A header without what our templates and people add to it: the star of required columns, spaces, full-width forms. */
function plainHeader(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[*＊\s]+/g, '')
    .toLowerCase();
}

/**
 * Meets the cells of the header row with the dataset's fields: by the person's own mapping, by the Chinese or
 * English label, or by the field's name (domain 0.4, 1). A header of a field that exists but cannot be
 * imported, as an export carries some, is known and left out.
 */
export function mapHeaders(
  dataset: AnyDataset,
  op: JobOperation,
  cells: readonly Cell[],
  mapping: Readonly<Record<string, string>>,
): HeaderMap {
  const importable = importableFields(dataset, op);
  const names = new Map<string, string>();
  const everything = [...Object.keys(dataset.fields), 'createTime', 'updateTime', 'importBatch'];
  // Importable fields go last so that they win where two fields share a label.
  for (const name of [...everything, ...importable]) {
    const field = fieldOf(dataset, name);
    if (!field) continue;
    for (const text of [name, field.label.zh, field.label.en]) names.set(plainHeader(text), name);
  }
  const fields = new Map<number, string>();
  const headers: string[] = [];
  const unknown: string[] = [];
  const repeated: string[] = [];
  const used = new Set<string>();
  cells.forEach((cell, index) => {
    const header = cellText(cell);
    headers[index] = header;
    if (header === '' || ownHeaders.has(header)) return;
    const mapped = Object.hasOwn(mapping, header) ? mapping[header] : undefined;
    if (mapped === '') return;
    const name = mapped ?? names.get(plainHeader(header));
    if (name === undefined || (mapped !== undefined && !importable.includes(mapped))) {
      unknown.push(header);
    } else if (importable.includes(name)) {
      if (used.has(name)) repeated.push(header);
      used.add(name);
      fields.set(index, name);
    }
  });
  return { fields, headers: Array.from(headers, header => header ?? ''), unknown, repeated };
}
