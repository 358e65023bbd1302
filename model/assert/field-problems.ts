import { type AnyDataset, isStored, isWritten } from '../kernel/dataset.ts';
import { type Field, isPersonal } from '../kernel/field.ts';
import { isUnbound } from '../kernel/scope.ts';
import { validateValue } from '../kernel/validate/validate.ts';
import { isSecretName } from '../rules/mask.ts';
import { derivedProblems } from './derived-problems.ts';
import { needProblems } from './need-problems.ts';
import type { Problem } from './problem.ts';
import { referenceProblems } from './reference-problems.ts';

/** Mistakes in the fields of a dataset. */
export function fieldProblems(dataset: AnyDataset, all: readonly AnyDataset[]): Problem[] {
  return Object.entries(dataset.fields).flatMap(([name, field]) =>
    [
      ...plainProblems(name, field),
      ...secretProblems(dataset, name, field),
      ...lineProblems(field),
      ...boundProblems(field),
      ...whenProblems(dataset, name),
      ...derivedProblems(dataset, name, all),
      ...hiddenProblems(dataset, field),
      ...needProblems(dataset, name, all),
      ...referenceProblems(dataset, name, all),
    ].map(why => ({ field: name, why })),
  );
}

/** Mistakes in the name, the label and the index of a field. */
function plainProblems(name: string, field: Field): string[] {
  const problems: string[] = [];
  if (Object.hasOwn(Object.prototype, name) || !/^[a-z][A-Za-z0-9]*$/.test(name))
    problems.push('is no usable name');
  if (['version', 'deleted', 'createBy', 'updateBy'].includes(name)) problems.push('is a system column');
  if (field.label.zh === '' || field.label.en === '') {
    problems.push('has no label; give it one, or add the name to model/labels.ts');
  }
  if (field.kind === 'text' && field.max < 1) problems.push('has no room');
  if ('find' in field && field.find && !isStored(field)) problems.push('is no column and has no index');
  return problems;
}

/** Mistakes in the bounds of a number: a negative one without a word, a share beyond the whole, an empty range. */
function boundProblems(field: Field): string[] {
  if (field.kind === 'lines')
    return Object.entries(field.of).flatMap(([name, column]) =>
      boundProblems(column).map(why => `has a column ${name} that ${why}`),
    );
  if (field.kind !== 'integer' && field.kind !== 'decimal' && field.kind !== 'money') return [];
  const { min = field.signed ? Number.NEGATIVE_INFINITY : 0, signed } = field;
  const max = (field.kind === 'money' ? undefined : field.max) ?? Number.POSITIVE_INFINITY;
  const problems: string[] = [];
  if (min < 0 && !signed) problems.push('may be negative without a word; say signed: true, or start at 0');
  if (signed && min >= 0) problems.push('says signed and cannot be negative; take it away');
  if (min > max) problems.push(`has no value between ${min} and ${max}`);
  if (field.kind === 'decimal' && field.share && max !== Number.POSITIVE_INFINITY && max > 1)
    problems.push('is a share of a whole and may be more than 1');
  return problems;
}

/** Kinds of scope that a field is hidden from although their people may change rows. */
function hiddenProblems(dataset: AnyDataset, field: Field): string[] {
  // Nobody changes the rows of a log.
  if (!isWritten(dataset)) return [];
  return (field.hiddenFrom ?? []).flatMap(kind => {
    const source = dataset.scope[kind];
    return isUnbound(source) && 'readOnly' in source ? [] : [`is hidden from ${kind}, who may change rows`];
  });
}

/** Mistakes in the columns of a table inside a row. */
function lineProblems(field: Field): string[] {
  if (field.kind !== 'lines') return [];
  const entries = Object.entries(field.of);
  const problems = entries.length === 0 ? ['has no columns'] : [];
  for (const [name, column] of entries) {
    if (column.label.zh === '' || column.label.en === '')
      problems.push(`has no label for its column ${name}`);
    if (isPersonal(column))
      problems.push(`has the number of a person in its column ${name}, which nothing masks`);
    if (column.when || column.derived || column.filled || column.readOnly || column.private) {
      problems.push(`says more of its column ${name} than a line can hold`);
    }
    if (typeof column.default === 'function') problems.push(`has a default that moves in its column ${name}`);
  }
  return problems;
}

/** Mistakes in the name of a secret and in what is kept beside it. */
function secretProblems(dataset: AnyDataset, name: string, field: Field): string[] {
  if (field.kind !== 'secret') return [];
  const problems = [field.head, field.digest].flatMap(beside => {
    const kept = beside === undefined ? undefined : dataset.fields[beside];
    if (beside === undefined || (kept?.kind === 'text' && kept.private && kept.readOnly)) return [];
    return [`is kept beside itself in ${beside}, which is no private text that the server sets`];
  });
  if (field.format === undefined && !isSecretName(name))
    problems.push('is a secret by a name that logs do not know; add it to model/rules/mask.ts');
  return problems;
}

/** Mistakes in the condition under which a field is part of a row. */
function whenProblems(dataset: AnyDataset, name: string): string[] {
  const conditions = Object.entries(dataset.fields[name]?.when ?? {});
  if (conditions.length === 0) return [];
  const problems: string[] = [];
  const always = [dataset.key, dataset.identity.value, dataset.identity.name, ...dataset.naturalKey];
  if (always.includes(name)) problems.push('names its row and is a part of every row; take its `when` away');
  const names = Object.keys(dataset.fields);
  for (const [other, wanted] of conditions) {
    const field = dataset.fields[other];
    if (!field) {
      problems.push(`depends on ${other}, which is not a field`);
      continue;
    }
    if (names.indexOf(other) >= names.indexOf(name)) {
      problems.push(`depends on ${other}, which must stand before it`);
    }
    if (!isStored(field) || field.private)
      problems.push(`depends on ${other}, which is no column people see`);
    for (const value of typeof wanted === 'object' ? wanted : [wanted]) {
      if ('issue' in validateValue(other, field, value)) {
        problems.push(`depends on ${other} being ${value}, which it cannot be`);
      }
    }
  }
  return problems;
}
