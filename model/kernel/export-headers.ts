import { defineCodes } from './codes.ts';
import type { AnyDataset } from './dataset.ts';

/** The kinds of export header: named sets of columns for different uses (domain 0.5, D3). */
export const headerType = defineCodes('headerType', [
  { code: 1, zh: '招生计划', en: 'Plan' },
  { code: 2, zh: '录取数据', en: 'Admission' },
  { code: 3, zh: '志愿', en: 'Wish' },
  { code: 4, zh: '概率', en: 'Probability' },
  { code: 5, zh: '特殊录取', en: 'Exception admission' },
]);

/** A code of {@link headerType}. */
export type HeaderType = (typeof headerType)['items'][number]['code'];

/** A header of a dataset's exports. */
export interface ExportHeader<
  Name extends string = string,
  Values = Readonly<Record<string, number | string>>,
> {
  readonly type: HeaderType;
  /** Its columns in order; those of the natural key come before them. */
  readonly fields: readonly Name[];
  /** Values that select the exported rows (domain D3: type 5 exports only the exceptions). */
  readonly where?: Values;
}

/** The header of that kind, or undefined if the dataset declares none. */
export function exportHeader(dataset: AnyDataset, type: unknown): ExportHeader | undefined {
  return dataset.excel?.headers.find(header => header.type === type);
}

/** The columns of a header: the exported parts of the natural key, then its own. */
export function headerFields(dataset: AnyDataset, header: ExportHeader): string[] {
  const keys = dataset.naturalKey.filter(name => dataset.excel?.export.includes(name));
  return [...new Set([...keys, ...header.fields])];
}
