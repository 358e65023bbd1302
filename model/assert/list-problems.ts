import { cascaded } from '../kernel/cascade.ts';
import { type AnyDataset, fieldOf } from '../kernel/dataset.ts';
import { isPersonal } from '../kernel/field.ts';
import { type Problem, unknownNames } from './problem.ts';

/** Mistakes in the list of a dataset: its columns, filters, tabs, cascade and order. */
export function listProblems(dataset: AnyDataset, all: readonly AnyDataset[]): Problem[] {
  const { columns, hidden, point, filters, tabs, sort } = dataset.list;
  const order = sort.map(name => name.replace(/^-/, ''));
  const problems: Problem[] = [
    ...unknownNames(dataset, 'list.columns', columns),
    ...unknownNames(dataset, 'list.hidden', hidden),
  ];
  const complain = (field: string, why: string) => problems.push({ field, why });
  for (const name of point)
    if (!columns.includes(name)) complain(name, 'is no column that is on at first (list.point)');
  const filtered = filters.map(({ field }) => field);
  problems.push(...unknownNames(dataset, 'list.filters', filtered));
  if (tabs !== undefined && !filtered.includes(tabs)) {
    complain(tabs, 'orders the tree first and is no filter; name it in list.filters');
  }
  problems.push(...cascadeProblems(dataset, all), ...unknownNames(dataset, 'list.sort', order));
  const shownToAll: readonly [string, string][] = [
    ['identity.name', dataset.identity.name],
    ...order.map((name): [string, string] => ['list.sort', name]),
  ];
  for (const [where, name] of shownToAll) {
    const field = fieldOf(dataset, name);
    if (field && isPersonal(field)) complain(name, `is a number of a person and cannot be ${where}`);
  }
  return problems;
}

/** Mistakes in a cascade of filters. */
function cascadeProblems(dataset: AnyDataset, all: readonly AnyDataset[]): Problem[] {
  const { cascade } = dataset.list;
  // The second filter may be independent of the first: partners work in every province.
  return cascade.slice(2).flatMap(name => {
    const field = dataset.fields[name];
    const target = field?.kind === 'ref' ? all.find(other => other.name === field.to) : undefined;
    return field?.kind === 'ref' && target && !field.among && cascaded(dataset, name, field, target) === field
      ? [{ field: name, why: 'is narrowed by nothing before it (list.cascade)' }]
      : [];
  });
}
