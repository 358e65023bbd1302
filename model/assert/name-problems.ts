import type { AnyDataset } from '../kernel/dataset.ts';
import { type Field, isPersonal } from '../kernel/field.ts';
import { namedKinds, tellingFields } from '../rules/names/row-name.ts';
import { type Problem, unknownNames } from './problem.ts';

/** Names in keys, indexes and forms that no field has, and rows that would be called by their number. */
export function nameProblems(dataset: AnyDataset): Problem[] {
  const { identity, permissions } = dataset;
  const named: readonly [string, readonly string[]][] = [
    ['key', [dataset.key]],
    ['naturalKey', dataset.naturalKey],
    [
      'identity',
      [
        identity.value,
        identity.name,
        ...(identity.also ?? []),
        ...(identity.beside ?? []),
        ...(identity.within ?? []),
        ...(identity.parts ?? []),
      ],
    ],
    ...dataset.uniqueKeys.map(({ fields, where }): [string, string[]] => [
      'uniqueKeys',
      [...fields, ...Object.keys(where)],
    ]),
    ...dataset.indexes.map((fields): [string, readonly string[]] => ['indexes', fields]),
    ['parent', dataset.parent ? [dataset.parent] : []],
    ...dataset.form.map(({ fields }): [string, readonly string[]] => ['form', fields]),
  ];
  const problems = named.flatMap(([where, names]) => unknownNames(dataset, where, names));
  if (identity.found && !(dataset.menu && permissions.actions.includes('list')))
    problems.push({ field: 'identity.found', why: 'needs a page and the action list' });
  return [...problems, ...toldToAll(dataset), ...numberedRows(dataset)];
}

/** Fields beside a name that not everybody may see: people who may look the name up would see them, too. */
function toldToAll({ identity, fields }: AnyDataset): Problem[] {
  return (identity.beside ?? []).flatMap(name => {
    const field = fields[name];
    const kept = field && (field.private || field.hiddenFrom || field.needs || isPersonal(field));
    return kept ? [{ field: name, why: 'is not for everybody; leave it out of identity.beside' }] : [];
  });
}

/** A dataset whose rows the screen could call by their number only, although some field or reference names them. */
function numberedRows(dataset: AnyDataset): Problem[] {
  const { fields, key } = dataset;
  const names = (name: string) => {
    const field: Field | undefined = fields[name];
    return field !== undefined && name !== key && field.private !== true && namedKinds.has(field.kind);
  };
  if (!Object.keys(fields).some(names) || [dataset.identity.name, ...tellingFields(dataset)].some(names))
    return [];
  return [
    {
      field: 'identity',
      why: 'has neither a name nor a natural key, so that its rows are called "ID 1"; name them by identity.parts',
    },
  ];
}
