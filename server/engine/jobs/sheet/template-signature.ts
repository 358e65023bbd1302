import { datasetOfTable } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type ImportKind, importKind } from '@yikao/model/kernel/import-kinds.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import { cellText } from '@yikao/model/kernel/validate/cell.ts';
import type { Cell } from '../../../excel/index.ts';

/** The content of the signature of a template. */
export interface Signature {
  /** Number of the column set that the template was made for. */
  readonly tableId: number;
  /** The kind of import it was made for; undefined for templates with all columns, and for older ones. */
  readonly type?: number;
  /** Its fields in the order of the columns, with the headers that the template gave them. */
  readonly columns: readonly { readonly field: string; readonly header: string }[];
}

/** The fields of the columns to which the template of `dataset` gave names, by column. */
export function signedColumns(
  dataset: AnyDataset,
  names: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> {
  const own = `${dataset.tableId}_`;
  return new Map(
    [...names].flatMap(([column, name]) =>
      name.startsWith(own) ? [[column, name.slice(own.length)] as const] : [],
    ),
  );
}

/** The signature in the rows of its sheet, header row first; undefined if they contain none. */
export function signatureOf(rows: readonly (readonly Cell[])[]): Signature | undefined {
  const [, ...lines] = rows;
  const read = lines.map(cells => [0, 1, 2, 3].map(index => cellText(cells[index])));
  const [tableId = '', , , type = ''] = read[0] ?? [];
  if (!/^\d{1,9}$/.test(tableId)) return undefined;
  return {
    tableId: Number(tableId),
    ...(/^\d{1,9}$/.test(type) && { type: Number(type) }),
    columns: read.map(([, field = '', header = '']) => ({ field, header })),
  };
}

/** The dataset that a template was made for, by its name to people, when it is another one than `dataset`. */
export function foreignTemplate(signature: Signature | undefined, dataset: AnyDataset): Label | undefined {
  if (!signature) return undefined;
  if (signature.tableId === dataset.tableId) {
    // The template of one kind has another kind's columns, with different meanings.
    const made = importKind(dataset, signature.type);
    return made && made.type !== dataset.excel?.kind?.type ? titleOf(dataset, made) : undefined;
  }
  const other = datasetOfTable(signature.tableId);
  return other?.label ?? { zh: `#${signature.tableId}`, en: `#${signature.tableId}` };
}

/** The name that people have for the file of a kind of import. */
function titleOf({ label }: AnyDataset, kind: ImportKind | undefined): Label {
  return kind ? { zh: `${label.zh}-${kind.label.zh}`, en: `${label.en}-${kind.label.en}` } : label;
}

/** The two names in the refusal of another dataset's template. */
export function templateNames(other: Label, dataset: AnyDataset): { template: Label; wanted: Label } {
  return { template: other, wanted: titleOf(dataset, dataset.excel?.kind) };
}
