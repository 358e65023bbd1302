import { codeItem, defineCodes } from './codes.ts';
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

/** Mistakes in the headers that a dataset declares: the field and the reason, for the checks at boot. */
export function headerProblems(dataset: AnyDataset): { readonly field: string; readonly why: string }[] {
  const { excel } = dataset;
  const headers = excel?.headers ?? [];
  return headers.flatMap(({ type, fields, where }, at) => {
    const place = `excel.headers ${type}`;
    const problems: { field: string; why: string }[] = [];
    if (!codeItem(headerType, type)) problems.push({ field: 'excel', why: `${type} is no header type` });
    if (headers.findIndex(other => other.type === type) < at) {
      problems.push({ field: 'excel', why: `declares header type ${type} twice` });
    }
    if (fields.length === 0) problems.push({ field: 'excel', why: `header type ${type} has no columns` });
    for (const name of fields) {
      if (!excel?.export.includes(name)) problems.push({ field: name, why: `is not exported (${place})` });
    }
    for (const [name, value] of Object.entries(where ?? {})) {
      const field = Object.hasOwn(dataset.fields, name) ? dataset.fields[name] : undefined;
      if (!field || field.computed || field.elsewhere) {
        problems.push({ field: name, why: `is no stored field (${place})` });
      } else if (field.kind === 'code' && !codeItem(field.of, value)) {
        problems.push({ field: name, why: `has no code ${value} (${place})` });
      }
    }
    return problems;
  });
}
