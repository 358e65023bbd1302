import { type AnyDataset, fieldOf, isStored } from '../kernel/dataset.ts';
import { isPersonal } from '../kernel/field.ts';
import { filterKeyOf, summaryFigure, summaryKeys } from '../kernel/places.ts';
import type { Problem } from './problem.ts';

/** Mistakes in the places that a dataset is shown in; each with the field, or the part, that it is about. */
export function placeProblems(dataset: AnyDataset, all: readonly AnyDataset[]): Problem[] {
  const problems: Problem[] = [];
  const complain = (field: string, why: string) => problems.push({ field, why });
  for (const name of Object.keys(dataset.summary)) {
    const field = dataset.fields[name];
    if (!field) complain(name, 'is not a field (summary)');
    else if (field.private) complain(name, 'is private and may not leave (summary)');
    else if (!isStored(field)) complain(name, 'is no column and cannot be summed; take it out of summary');
    for (const [other, codes] of Object.entries(summaryFigure(dataset, name)?.where ?? {})) {
      const by = dataset.fields[other];
      if (!by || !isStored(by) || by.private)
        complain(name, `is summed where ${other} is, which no one reads`);
      else if (by.kind === 'code' && codes.some(code => !by.of.items.some(item => item.code === code)))
        complain(name, `is summed where ${other} is a code that the set does not have`);
    }
  }
  for (const name of dataset.groups) {
    const field = fieldOf(dataset, name);
    if (!field) complain(name, 'is not a field (groups)');
    else if (field.private) complain(name, 'is private and may not leave (groups)');
    else if (isPersonal(field)) complain(name, 'is a number of a person: groups would list them all');
    else if (Object.hasOwn(dataset.fields, name) && !isStored(field))
      complain(name, 'is no column and cannot be grouped by; take it out of groups');
    else if (field.kind === 'ref' && all.find(other => other.name === field.to)?.identity.within)
      complain(name, 'refers to rows that its value alone does not tell apart (groups)');
  }
  for (const { as } of dataset.list.filters) {
    if ((summaryKeys as readonly string[]).includes(as))
      complain(as, 'is a word of the call for sums; let the filter answer to another key');
  }
  const seen = new Set<string>();
  for (const { dataset: child, by } of dataset.details) {
    const field = child.fields[by];
    if (field?.kind !== 'ref' || field.to !== dataset.name) {
      complain('details', `${child.name}.${by} is no reference to it`);
    } else if (filterKeyOf(child, by) === undefined) {
      complain('details', `${child.name} has no filter ${by}; name it in its list.filters`);
    }
    if (!child.permissions.actions.includes('list')) complain('details', `${child.name} has no list`);
    if (seen.has(child.name)) complain('details', `${child.name} stands there twice`);
    seen.add(child.name);
  }
  return problems;
}
