import type { TableColumn } from '@yikao/model/calls/jobs.ts';
import { kindOf } from '@yikao/model/fields/index.ts';
import { type AnyDataset, fieldOf, joinedNames } from '@yikao/model/kernel/dataset.ts';
import { headerFields } from '@yikao/model/kernel/export-headers.ts';
import { asImported } from '@yikao/model/kernel/import-kinds.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { alwaysGiven } from '@yikao/model/kernel/validate/validate.ts';
import { exampleOf, exampleText } from './examples.ts';

/** `GET /api/base/table/column?tableId=`: the column set of a dataset, from its declaration (domain A8). */
export function tableColumns(dataset: AnyDataset, language: Language, now: Date): TableColumn[] {
  const { excel } = dataset;
  if (!excel) return [];
  const joined = joinedNames(dataset);
  const names = [...new Set([...excel.export, ...excel.import, ...excel.batchUpdate, ...joined])];
  const headers = excel.headers.map(header => ({ ...header, all: headerFields(dataset, header) }));
  const kinds = excel.kinds.map(kind => ({
    type: kind.type,
    all: asImported(dataset, kind).excel?.import ?? [],
  }));
  return names.flatMap((name, index) => {
    const field = fieldOf(dataset, name);
    if (!field) return [];
    const example = exampleOf(field, language, now);
    return [
      {
        columnName: name,
        columnDesc: field.label[language],
        requiredFlag: alwaysGiven(field) ? 1 : 0,
        orderNum: index + 1,
        example: example === null ? '' : exampleText(example),
        width: Math.round(kindOf(field).width(field)),
        importFlag: excel.import.includes(name) || joined.includes(name) ? 1 : 0,
        exportFlag: excel.export.includes(name) ? 1 : 0,
        batchFlag: name === dataset.key || excel.batchUpdate.includes(name) ? 1 : 0,
        importTypes: kinds.flatMap(({ type, all }) => (all.includes(name) ? [type] : [])).join(','),
        headerTypes: headers.flatMap(({ type, all }) => (all.includes(name) ? [type] : [])).join(','),
      },
    ];
  });
}
