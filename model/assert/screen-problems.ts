import { type Action, type AnyDataset, fieldOf, isStored } from '../kernel/dataset.ts';
import { filterKeyOf } from '../kernel/places.ts';
import { isCommon } from '../kernel/scope.ts';
import type { Problem } from './problem.ts';

/** Last parts of addresses that the calls of a dataset have already. */
const taken: readonly string[] = [
  'list',
  'info',
  'summary',
  'history',
  'changes',
  'version',
  'options',
  'trash',
  'restore',
  'import',
  'export',
  'batch',
  'check',
  'states',
];

/** Actions on all rows matching a list's filters, which cannot express that a field has any value. */
const byCondition: ReadonlySet<Action> = new Set(['export', 'batchUpdate', 'batchDelete']);

/** Mistakes in a screen of the dataset, each with the field or the part that it is about. */
export function screenProblems(screen: AnyDataset, dataset: AnyDataset): Problem[] {
  const problems: Problem[] = [];
  const complain = (field: string, why: string) => problems.push({ field, why });
  if (!screen.screen) return [{ field: 'screen', why: 'is no further screen' }];
  const { name, where, given, may, opened } = screen.screen;
  const { actions } = screen.permissions;
  if (!/^[a-z][A-Za-z0-9]*$/.test(name) || taken.includes(name))
    complain(name, 'is no usable name of a screen');
  if (!/^[a-z][A-Za-z0-9]*$/.test(may)) complain(name, `asks for ${may}, which is no last part of a code`);
  if (may !== 'list' && dataset.permissions.actions.some(action => action === may))
    complain(name, `asks for ${may}, which opens an action; reading has a code of its own`);
  if (Object.keys(where).length + given.length === 0)
    complain(name, 'shows the same rows as the list; say which with `where` or `given`');
  for (const [field, values] of Object.entries(where)) {
    const declared = dataset.fields[field];
    if (!declared) complain(field, `is not a field (screen ${name})`);
    else if (declared.private || declared.needs || !isStored(declared))
      complain(field, `cannot be asked for (screen ${name})`);
    else if (filterKeyOf(screen, field) === undefined)
      complain(field, `is no filter of the list, which screen ${name} needs; name it in list.filters`);
    if (values.length === 0) complain(field, `leaves no row on screen ${name}`);
  }
  for (const field of given) {
    if (!isStored(dataset.fields[field]) || dataset.fields[field]?.needs)
      complain(field, `cannot be asked for (screen ${name})`);
  }
  for (const column of screen.list.columns) {
    if (!fieldOf(dataset, column)) complain(column, `is not a field (screen ${name})`);
  }
  for (const action of actions) {
    if (!dataset.permissions.actions.includes(action))
      complain(name, `offers ${action}, which the dataset does not have`);
    if (given.length > 0 && byCondition.has(action))
      complain(name, `offers ${action}, which takes rows beyond those with a value of ${given.join(', ')}`);
    if (opened.length > 0 && action !== 'list')
      complain(name, `offers ${action} on rows that are within nobody's reach`);
  }
  if (!actions.includes('list')) complain(name, 'does not list its rows');
  if (isCommon(screen) && !isCommon(dataset))
    complain('scope', `leaves the rows of screen ${name} to everybody: no kind of scope binds`);
  for (const kind of opened) {
    const source = screen.scope[kind];
    if (typeof source === 'object' && 'common' in source && source.common.trim() === '')
      complain('scope', `opens ${kind} on screen ${name} without a reason`);
  }
  return problems;
}
