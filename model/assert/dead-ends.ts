import { type AnyDataset, fieldOf } from '../kernel/dataset.ts';
import { mustBeGiven } from '../kernel/validate/validate.ts';
import type { Problem } from './problem.ts';

/** Required fields that people cannot enter, and fields that are exposed although they must not be. */
export function deadEnds(dataset: AnyDataset): Problem[] {
  const { actions } = dataset.permissions;
  const problems: Problem[] = [];
  const complain = (field: string, why: string) => problems.push({ field, why });
  const inForm = new Set(dataset.form.flatMap(({ fields }) => fields));
  const imported = new Set(dataset.excel?.import ?? []);
  for (const [name, field] of Object.entries(dataset.fields)) {
    if (!mustBeGiven(field) || field.readOnly) continue;
    if (actions.includes('add') && !inForm.has(name)) {
      complain(name, 'is required and stands in no part of the form; take it out of form.without');
    }
    if (actions.includes('import') && !imported.has(name)) {
      complain(name, 'is required and no import can fill it; name it in excel.import');
    }
  }
  if (actions.includes('import')) {
    for (const name of dataset.naturalKey) {
      if (imported.has(name) || name === dataset.key) continue;
      complain(name, 'is part of the natural key and cannot be imported; name it in excel.import');
    }
  }
  const leaving: [string, readonly string[]][] = [
    ['list.columns', [...dataset.list.columns, ...dataset.list.hidden]],
    ['list.filters', dataset.list.filters.map(({ field }) => field)],
    ['list.sort', dataset.list.sort.map(name => name.replace(/^-/, ''))],
    ['excel.export', dataset.excel?.export ?? []],
  ];
  for (const [place, names] of leaving) {
    for (const name of names) {
      if (fieldOf(dataset, name)?.private) complain(name, `is private and may not leave (${place})`);
    }
  }
  for (const name of dataset.list.sort.map(term => term.replace(/^-/, ''))) {
    if (fieldOf(dataset, name)?.derived)
      complain(name, 'is read of other rows and orders nothing (list.sort)');
  }
  const told: [string, readonly string[]][] = [
    ...leaving.filter(([place]) => place !== 'list.columns'),
    ['excel.import', dataset.excel?.import ?? []],
    ['excel.batchUpdate', dataset.excel?.batchUpdate ?? []],
    ['identity', [dataset.identity.value, dataset.identity.name, ...(dataset.identity.also ?? [])]],
    ['naturalKey', dataset.naturalKey],
    ['uniqueKeys', dataset.uniqueKeys.flatMap(({ fields }) => fields)],
  ];
  for (const [place, names] of told) {
    for (const name of names) {
      const field = fieldOf(dataset, name);
      if (field?.kind === 'secret' && !(field.exported === true && place === 'excel.export'))
        complain(name, `is a secret and cannot be told (${place})`);
    }
  }
  const twice = dataset.form
    .flatMap(({ fields }) => fields)
    .filter((name, at, all) => all.indexOf(name) < at);
  for (const name of twice) complain(name, 'stands in the form twice');
  return problems;
}
