import type { TableColumn } from '@yikao/model/calls/jobs.ts';
import { kindOf } from '@yikao/model/fields/index.ts';
import type { CellOutput } from '@yikao/model/kernel/cell.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { headerFields } from '@yikao/model/kernel/export-headers.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { mustBeGiven } from '@yikao/model/kernel/validate.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';

/** An example of what a column takes, as its template shows it. */
export function exampleOf(field: Field, language: Language, now: Date): CellOutput {
  const year = dataYear(now);
  switch (field.kind) {
    case 'year':
      return year;
    case 'date':
      return { date: `${year}-01-15` };
    case 'dateTime':
      return { dateTime: `${year}-01-15 09:00:00` };
    case 'code':
      return field.of.items[0]?.label[language] ?? null;
    case 'yesNo':
      return kindOf(field).encode(field, 1 as never, language);
    case 'integer':
      return Math.max(1, field.min ?? 1);
    case 'decimal':
    case 'money':
      return { decimal: '100.00' };
    case 'mobile':
      return '13800000000';
    case 'text':
      return field.format === 'url' ? 'https://www.example.com' : null;
    default:
      return null;
  }
}

/** `GET /api/base/table/column?tableId=`: the column set of a dataset, from its declaration (domain A8). */
export function tableColumns(dataset: AnyDataset, language: Language, now: Date): TableColumn[] {
  const { excel } = dataset;
  if (!excel) return [];
  const names = [...new Set([...excel.export, ...excel.import, ...excel.batchUpdate])];
  const headers = excel.headers.map(header => ({ ...header, all: headerFields(dataset, header) }));
  return names.flatMap((name, index) => {
    const field = fieldOf(dataset, name);
    if (!field) return [];
    const example = exampleOf(field, language, now);
    return [
      {
        columnName: name,
        columnDesc: field.label[language],
        requiredFlag: mustBeGiven(field) ? 1 : 0,
        orderNum: index + 1,
        example:
          example === null
            ? ''
            : typeof example === 'object'
              ? (Object.values(example)[0] ?? '')
              : String(example),
        width: Math.round(kindOf(field).width(field)),
        importFlag: excel.import.includes(name) ? 1 : 0,
        exportFlag: excel.export.includes(name) ? 1 : 0,
        batchFlag: name === dataset.key || excel.batchUpdate.includes(name) ? 1 : 0,
        headerTypes: headers.flatMap(({ type, all }) => (all.includes(name) ? [type] : [])).join(','),
      },
    ];
  });
}
