import { kindOf } from '@yikao/model/fields/index.ts';
import { yesNoLabels } from '@yikao/model/fields/yes-no.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { mustBeGiven } from '@yikao/model/kernel/validate.ts';
import { createXlsxWriter, type WriteCell } from '../../excel/index.ts';
import type { Actor } from '../actor.ts';
import type { Engine } from '../engine.ts';
import { options } from '../options.ts';
import { scopeValues } from '../scope.ts';
import { exampleOf } from './columns.ts';
import { columnName, signatureSheet } from './workbook-sheets.ts';

/** Longest reference list that becomes a drop-down; a longer one is typed and checked by the import. */
const dropDownMax = 500;

/**
 * Writes the template of an import to `path`: the chosen columns, required ones marked, drop-downs for codes
 * and short reference lists, number formats, notes, and an example row (domain A8).
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
  const forced = scopeValues(dataset, actor);
  const writer = await createXlsxWriter(path, {
    sheets: [
      {
        name: dataset.label[language],
        freezeHeader: true,
        columns: columns.map(({ name, field, options: list }) => ({
          header: `${field.label[language]}${mustBeGiven(field) || name === dataset.key ? '*' : ''}`,
          width: Math.max(kindOf(field).width(field), field.label.zh.length * 2 + 4),
          format: kindOf(field).format(field),
          definedName: columnName(dataset.tableId ?? 0, name),
          note: noteOf(dataset, name, field, language),
          required: mustBeGiven(field) || name === dataset.key,
          ...(list.length > 0 && { options: list }),
        })),
      },
      {
        name: signatureSheet,
        hidden: true,
        columns: [
          { header: 'tableId', format: 'text' },
          { header: 'field', format: 'text' },
          { header: 'header', format: 'text' },
        ],
      },
    ],
  });
  const now = engine.clock.now();
  const example = columns.map(({ name, field, options: list }): WriteCell => {
    if (Object.hasOwn(forced, name) && list.length === 1) return list[0] ?? null;
    return exampleOf(field, language, now) ?? list[0] ?? (field.required ? sample(field, language) : null);
  });
  await writer.row(example);
  await writer.sheet(1);
  for (const { name, field } of columns) {
    await writer.row([String(dataset.tableId ?? ''), name, field.label[language]]);
  }
  await writer.close();
}

function sample(field: Field, language: Language): string {
  return language === 'zh' ? `示例${field.label.zh}` : `Sample ${field.label.en.toLowerCase()}`;
}

async function dropDown(engine: Engine, actor: Actor, field: Field): Promise<readonly string[]> {
  if (field.kind === 'code') return field.of.items.map(item => item.label[actor.language]);
  if (field.kind === 'yesNo') return [yesNoLabels[1][actor.language], yesNoLabels[0][actor.language]];
  if (field.kind !== 'ref') return [];
  const target = engine.dataset(field.to);
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

function noteOf(dataset: AnyDataset, name: string, field: Field, language: Language): string {
  const zh = language === 'zh';
  const lines = [
    mustBeGiven(field) || name === dataset.key
      ? zh
        ? '必填'
        : 'Required'
      : zh
        ? '选填；留空保留原值，填 NULL 清空'
        : 'Optional; blank keeps the value, NULL clears it',
    field.kind === 'code'
      ? field.of.items.map(item => item.label[language]).join(' / ')
      : (kindNotes[field.kind]?.[language] ?? ''),
    field.kind === 'text' ? (zh ? `最多 ${field.max} 个字符` : `At most ${field.max} characters`) : '',
    field.help?.[language] ?? '',
  ];
  return lines.filter(Boolean).join('\n');
}
