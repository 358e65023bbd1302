import { kindOf } from '@yikao/model/fields/index.ts';
import { yesNoLabels } from '@yikao/model/fields/yes-no.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import type { CellOutput } from '@yikao/model/kernel/validate/cell.ts';
import { alwaysGiven, isEmpty } from '@yikao/model/kernel/validate/validate.ts';
import { whenText } from '@yikao/model/kernel/validate/when.ts';
import { limits } from '@yikao/model/limits.ts';
import { combinedExample } from '@yikao/model/rules/combined-cells.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { createXlsxWriter } from '../../../excel/index.ts';
import type { Engine } from '../../engine.ts';
import { options } from '../../read/options.ts';
import type { Actor } from '../../scope/actor.ts';
import { mayLookUp } from '../../scope/name-roads.ts';
import { scopeValues } from '../../scope/scope.ts';
import { columnName, exampleSheets, signatureSheet } from '../sheet/workbook-sheets.ts';
import { exampleOf, exampleRow, exampleText } from './examples.ts';

/** Longest reference list that becomes a drop-down; a longer one is typed and checked by the import. */
const dropDownMax = 500;

/**
 * Writes the template of an import to `path`: the chosen columns with required ones marked, drop-downs for codes and
 * short reference lists, number formats and notes, and no rows. A second sheet has an example row; it is never read, so
 * that the example is not imported (domain A8).
 */
export async function writeTemplate(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  fieldNames: readonly string[],
  path: string,
): Promise<void> {
  const { language } = actor;
  const columns: { name: string; field: Field; options: readonly string[] }[] = [];
  for (const name of fieldNames) {
    const field = fieldOf(dataset, name);
    if (field) columns.push({ name, field, options: await dropDown(engine, actor, field) });
  }
  const example = await exampleRow(engine, dataset, actor, columns);
  const children = await childHeadings(engine, dataset, actor);
  const { perChild } = dataset.excel?.kind ?? {};
  const value = perChild && dataset.fields[perChild.value];
  const valueExample = value ? exampleOf(value, language, engine.clock.now()) : null;
  const combined = (dataset.excel?.kind?.combines ?? []).map(({ label, form, fields }) => {
    const needed = fields.some(name => dataset.fields[name]?.required);
    return {
      header: `${label[language]}${needed ? '*' : ''}`,
      width: 28,
      format: 'text' as const,
      example: combinedExample(form, dataYear(engine.clock.now())),
    };
  });
  const childColumns = children.map(name => ({
    header: name,
    width: Math.max(10, name.length * 2 + 4),
    format: value ? kindOf(value).format(value) : ('general' as const),
  }));
  const header = ({ name, field }: { readonly name: string; readonly field: Field }) =>
    `${field.label[language]}${(field.required && !field.when) || name === dataset.key ? '*' : ''}`;
  const look = (column: { readonly name: string; readonly field: Field }) => ({
    header: header(column),
    width: Math.max(kindOf(column.field).width(column.field), column.field.label.zh.length * 2 + 4),
    format: kindOf(column.field).format(column.field),
  });
  const writer = await createXlsxWriter(path, {
    sheets: [
      {
        name: dataset.label[language],
        freezeHeader: true,
        columns: [
          ...columns.map((column, index) => ({
            ...look(column),
            definedName: columnName(dataset.tableId ?? 0, column.name),
            note: noteOf(dataset, column.name, column.field, example[index] ?? null, language),
            required: alwaysGiven(column.field) || column.name === dataset.key,
            ...(column.options.length > 0 && { options: column.options }),
          })),
          ...combined.map(({ example: sample, ...column }) => ({
            ...column,
            note: `${language === 'zh' ? '例：' : 'Example: '}${sample}`,
          })),
          ...childColumns.map(column => ({
            ...column,
            ...(value && { note: noteOf(dataset, '', value, valueExample, language) }),
          })),
        ],
      },
      {
        name: exampleSheets[language],
        freezeHeader: true,
        columns: [
          ...columns.map(look),
          ...combined.map(({ example: _, ...column }) => column),
          ...childColumns,
        ],
      },
      {
        name: signatureSheet,
        hidden: true,
        columns: [
          { header: 'tableId', format: 'text' },
          { header: 'field', format: 'text' },
          { header: 'header', format: 'text' },
          { header: 'type', format: 'text' },
        ],
      },
    ],
  });
  await writer.sheet(1);
  await writer.row([...example, ...combined.map(one => one.example), ...children.map(() => valueExample)]);
  await writer.sheet(2);
  for (const { name, field } of columns) {
    await writer.row([
      String(dataset.tableId ?? ''),
      name,
      field.label[language],
      String(dataset.excel?.kind?.type ?? ''),
    ]);
  }
  await writer.close();
}

/**
 * Names of the children that get a column (`perChild`): those within the values entered for the whole file, else those
 * in the same place as the first.
 */
async function childHeadings(engine: Engine, dataset: AnyDataset, actor: Actor): Promise<readonly string[]> {
  const { kind } = dataset.excel ?? {};
  const field = kind?.perChild && dataset.fields[kind.perChild.by];
  if (field?.kind !== 'ref') return [];
  const target = engine.dataset(field.to);
  if (!mayLookUp(engine, target, actor)) return [];
  const { name } = target.identity;
  const places = field.within ?? [];
  const given: Readonly<Record<string, unknown>> = { ...scopeValues(dataset, actor), ...kind?.sets };
  const fields = [...new Set([target.identity.value, name, ...places])];
  const known = Object.fromEntries(
    places.flatMap(place => (isEmpty(given[place]) ? [] : [[place, given[place]]])),
  );
  const [first] = await options(engine, target, actor, { ...field.where, ...known }, { fields, limit: 1 });
  if (!first) return [];
  const within = Object.fromEntries(places.map(place => [place, first[place]]));
  const rows = await options(
    engine,
    target,
    actor,
    { ...field.where, ...within },
    { fields, limit: limits.childColumnsMax },
  );
  return [...new Set(rows.map(row => String(row[name] ?? '').trim()).filter(Boolean))];
}

async function dropDown(engine: Engine, actor: Actor, field: Field): Promise<readonly string[]> {
  if (field.kind === 'code') return field.of.items.map(item => item.label[actor.language]);
  if (field.kind === 'yesNo') return [yesNoLabels[1][actor.language], yesNoLabels[0][actor.language]];
  if (field.kind !== 'ref') return [];
  const target = engine.dataset(field.to);
  // A template for an export alone offers no names.
  if (!mayLookUp(engine, target, actor)) return [];
  const rows = await options(engine, target, actor, { ...field.where }, { limit: 2_000 });
  const names = [...new Set(rows.map(row => String(row[target.identity.name] ?? '')).filter(Boolean))];
  return names.length <= dropDownMax ? names : [];
}

const kindNotes: Partial<Record<Field['kind'], Record<Language, string>>> = {
  year: { zh: '四位年份', en: 'Four-digit year' },
  date: { zh: '日期，如 2026-01-31', en: 'A date such as 2026-01-31' },
  dateTime: { zh: '时间，如 2026-01-31 08:30:00', en: 'A time such as 2026-01-31 08:30:00' },
  mobile: { zh: '11 位手机号', en: '11-digit mobile number' },
  refs: { zh: '多个名称用逗号隔开', en: 'Several names, separated by commas' },
  ref: { zh: '填写名称，也可填写 ID', en: 'The name, or the ID' },
};

function noteOf(
  dataset: AnyDataset,
  name: string,
  field: Field,
  example: CellOutput,
  language: Language,
): string {
  const zh = language === 'zh';
  const why = whenText(dataset, field);
  const optional = zh
    ? '选填；留空保留原值，填 NULL 清空'
    : 'Optional; blank keeps the value, NULL clears it';
  const needed = zh ? '必填' : 'Required';
  const conditional = why && (zh ? `仅当${why.zh}时填写` : `Only where ${why.en}`);
  const lines = [
    conditional ?? '',
    alwaysGiven(field) || name === dataset.key ? needed : conditional && field.required ? '' : optional,
    field.kind === 'code' || field.kind === 'codes'
      ? field.of.items.map(item => item.label[language]).join(' / ')
      : (kindNotes[field.kind]?.[language] ?? ''),
    field.kind === 'text' ? (zh ? `最多 ${field.max} 个字符` : `At most ${field.max} characters`) : '',
    field.help?.[language] ?? '',
    example === null || field.kind === 'code' ? '' : `${zh ? '例：' : 'Example: '}${exampleText(example)}`,
  ];
  return lines.filter(Boolean).join('\n');
}
