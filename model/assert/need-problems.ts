import { type AnyDataset, isWritten } from '../kernel/dataset.ts';

/**
 * Mistakes in a field that needs a code (`needs`): a code that no dataset declares, people who set it, and places where
 * people without the code would read it, such as the names of rows.
 */
export function needProblems(dataset: AnyDataset, name: string, all: readonly AnyDataset[]): string[] {
  const field = dataset.fields[name];
  if (field?.needs === undefined) return [];
  const problems: string[] = [];
  if (!all.some(one => codesOf(one).includes(field.needs ?? '')))
    problems.push(`needs ${field.needs}, a code that no dataset declares; declare it in permissions.own`);
  if (isWritten(dataset) && !field.readOnly)
    problems.push(`needs ${field.needs} and is set by people; let the server set it (readOnly)`);
  const places = [...ownPlaces(dataset), ...furtherPlaces(dataset, all)].filter(([, names]) =>
    names.includes(name),
  );
  return [
    ...problems,
    ...places.map(([place]) => `needs ${field.needs}, and ${place} would tell it to others`),
  ];
}

function codesOf({ permissions: { prefix, actions, own = {} } }: AnyDataset): string[] {
  return [...actions, ...Object.keys(own)].map(part => `${prefix}:${part}`);
}

/** Parts of a declaration that everybody sees who reads or writes rows, each with its fields. */
function ownPlaces(dataset: AnyDataset): [place: string, names: readonly string[]][] {
  const { identity, permissions, list } = dataset;
  const { value, name, parts = [], also = [], within = [], enabledBy } = identity;
  // A row that exists already is refused, which tells that it does.
  const isEntered = (['add', 'update', 'import', 'batchUpdate'] as const).some(action =>
    permissions.actions.includes(action),
  );
  return [
    ['key', [dataset.key]],
    ['identity', [value, name, ...parts, ...also, ...within, ...(enabledBy ? [enabledBy] : [])]],
    ['parent', dataset.parent ? [dataset.parent] : []],
    ['list.tabs', list.tabs ? [list.tabs] : []],
    ['excel.headers', (dataset.excel?.headers ?? []).flatMap(({ where }) => Object.keys(where ?? {}))],
    ['when', Object.values(dataset.fields).flatMap(field => Object.keys(field.when ?? {}))],
    ...(isEntered
      ? ([
          ['naturalKey', dataset.naturalKey],
          [
            'uniqueKeys',
            dataset.uniqueKeys.flatMap(({ fields, where }) => [...fields, ...Object.keys(where)]),
          ],
        ] as [string, readonly string[]][])
      : []),
  ];
}

/** Fields of other datasets that read this one, each with the fields by which it does. */
function furtherPlaces(
  dataset: AnyDataset,
  all: readonly AnyDataset[],
): [place: string, names: readonly string[]][] {
  return all.flatMap(other =>
    Object.entries(other.fields).flatMap(([name, field]): [string, readonly string[]][] => {
      const { derived, filled } = field;
      const place = `${other.name}.${name}`;
      const read: [string, readonly string[]][] = [];
      if (derived?.of === dataset.name)
        read.push([
          place,
          [
            derived.by,
            ...Object.keys(derived.where ?? {}),
            ...(derived.kind === 'sum' ? [derived.what] : []),
          ],
        ]);
      const from = filled && other.fields[filled.from];
      if (from?.kind === 'ref' && from.to === dataset.name) read.push([place, [filled?.what ?? '']]);
      if (field.kind !== 'ref' && field.kind !== 'refs') return read;
      const { within = [], where = {} } = field;
      if (field.to === dataset.name)
        read.push([
          place,
          [...within, ...Object.keys(where), ...(field.kind === 'ref' ? (field.orAny ?? []) : [])],
        ]);
      if (field.kind === 'ref' && field.among?.of === dataset.name) {
        const { to, among } = field;
        const naming = Object.keys(dataset.fields).filter(one => {
          const named = dataset.fields[one];
          return named?.kind === 'ref' && named.to === to;
        });
        read.push([place, [...among.by, ...naming]]);
      }
      return read;
    }),
  );
}
