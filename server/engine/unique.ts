import { type AppError, failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf, type UniqueKey } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { uniqueIndexName } from './tables.ts';

/** PostgreSQL's code for a row that a unique index refuses. */
export const uniqueViolation = '23505';

/** Whether a unique index has refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === uniqueViolation;
}

/** The key whose index has refused a row; the natural key where PostgreSQL names no other. */
function refusingKey(dataset: AnyDataset, error: unknown): UniqueKey {
  const { constraint } = error as { constraint?: unknown };
  const other = dataset.uniqueKeys.find(unique => uniqueIndexName(dataset, unique) === constraint);
  return other ?? { fields: dataset.naturalKey, where: {} };
}

/** What whoever wants to write a second row of a unique key is told, by field; `id` is the first one. */
export function uniqueIssues({ fields, message }: UniqueKey, id: number | string): Issue[] {
  return fields.map(name =>
    message ? issue(name, 'rule', { zh: message.zh, en: message.en }) : issue(name, 'alreadyExists', { id }),
  );
}

/** The same of a row that an index has refused; which row was there first is not known any more. */
export function refusedIssues(dataset: AnyDataset, error: unknown): Issue[] {
  return uniqueIssues(refusingKey(dataset, error), '?');
}

/** A row that an index has refused as the reason why it cannot take a step; undefined for any other error. */
export function clashOf(dataset: AnyDataset, error: unknown): AppError | undefined {
  if (!isUniqueViolation(error)) return undefined;
  const { fields, message } = refusingKey(dataset, error);
  const names = (language: 'zh' | 'en') =>
    fields.map(name => fieldOf(dataset, name)?.label[language] ?? name).join(' + ');
  return failure('unmetNeeds', {
    params: message
      ? { zh: message.zh, en: message.en }
      : { zh: `已有${names('zh')}相同的记录`, en: `Another row has the same ${names('en')}` },
  });
}
