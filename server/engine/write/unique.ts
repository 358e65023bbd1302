import { type AppError, failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf, type UniqueKey } from '@yikao/model/kernel/dataset.ts';
import { type Label, type Language, label } from '@yikao/model/kernel/label.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { uniqueIndexName } from '../table/tables.ts';

/** PostgreSQL's code for a row that a unique index refuses. */
export const uniqueViolation = '23505';

/** Reports whether a unique index has refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === uniqueViolation;
}

/** The key whose index has refused a row; the natural key where PostgreSQL names no other. */
export function refusingKey(dataset: AnyDataset, error: unknown): UniqueKey {
  const { constraint } = error as { constraint?: unknown };
  const other = dataset.uniqueKeys.find(unique => uniqueIndexName(dataset, unique) === constraint);
  return other ?? { fields: dataset.naturalKey, where: {} };
}

/** The fields of a unique key, one of which must change: 年份、院校或轮次. */
export function namesOfKey(dataset: AnyDataset, { fields }: UniqueKey): Label {
  const list = (language: Language, locale: string) =>
    new Intl.ListFormat(locale, { type: 'disjunction' }).format(
      fields.map(name => fieldOf(dataset, name)?.label[language] ?? name),
    );
  return label(list('zh', 'zh-CN'), list('en', 'en'));
}

/**
 * The message for adding a second row of a unique key, assigned to the last field of the key, which distinguishes rows
 * of one kind. `id` is the first row, if known.
 */
export function uniqueIssues(dataset: AnyDataset, unique: UniqueKey, id?: number): Issue[] {
  const last = unique.fields.at(-1);
  if (last === undefined) return [];
  const names = namesOfKey(dataset, unique);
  const { zh, en } =
    unique.message ??
    (id === undefined
      ? label(`与已有记录重复，请改${names.zh}`, `Another row is the same; change ${names.en}`)
      : label(`与 ID ${id} 重复，请改${names.zh}`, `The same as ID ${id}; change ${names.en}`));
  return [issue(last, 'rule', { zh, en })];
}

/**
 * The message for a key whose first row is out of the writer's reach, assigned to its last field: it does not reveal
 * the row, its owner or the differing field.
 */
export function hiddenIssues({ fields }: UniqueKey): Issue[] {
  const last = fields.at(-1);
  return last === undefined ? [] : [issue(last, 'existsElsewhere')];
}

/**
 * A row that an index has refused as the reason why it cannot take a step; undefined for any other error. Of a row that
 * was there first and `isHidden` from the actor it says nothing more.
 */
export function clashOf(dataset: AnyDataset, error: unknown, isHidden = false): AppError | undefined {
  if (!isUniqueViolation(error)) return undefined;
  if (isHidden)
    return failure('unmetNeeds', {
      params: {
        zh: '相同的记录已存在，请联系管理员',
        en: 'The same row exists already; ask an administrator',
      },
    });
  const { fields, message } = refusingKey(dataset, error);
  const names = (language: 'zh' | 'en') =>
    fields.map(name => fieldOf(dataset, name)?.label[language] ?? name).join(' + ');
  return failure('unmetNeeds', {
    params: message
      ? { zh: message.zh, en: message.en }
      : { zh: `已有${names('zh')}相同的记录`, en: `Another row has the same ${names('en')}` },
  });
}
