import { type AnyDataset, actions, readPath } from '../kernel/dataset.ts';
import { deadEnds } from './dead-ends.ts';
import { fieldProblems } from './field-problems.ts';
import { labelProblems } from './label-problems.ts';
import { listProblems } from './list-problems.ts';
import { nameProblems } from './name-problems.ts';
import { placeProblems } from './place-problems.ts';
import type { Problem } from './problem.ts';
import { scopeProblems } from './scope-problems.ts';
import { screenProblems } from './screen-problems.ts';
import { sheetProblems } from './sheet-problems.ts';

/**
 * Checks all declarations and their further screens together and throws one error that names every wrong
 * `dataset.field`. Called at boot and by the tests.
 */
export function assertDatasets(datasets: readonly AnyDataset[], screens: readonly AnyDataset[] = []): void {
  const lines = (name: string, problems: readonly Problem[]) =>
    problems.map(({ field, why }) => `${name}.${field}: ${why}`);
  const problems = [
    ...datasets.flatMap(dataset => lines(dataset.name, datasetProblems(dataset, datasets))),
    ...repeated(datasets, dataset => dataset.name, 'name'),
    ...repeated(datasets, dataset => dataset.path, 'path'),
    ...repeated([...datasets, ...screens], dataset => dataset.menu?.at, 'menu'),
    ...repeated(screens, readPath, 'path'),
    ...repeated(datasets, dataset => dataset.tableId, 'tableId'),
    ...repeated(datasets, dataset => dataset.permissions.prefix, 'permission prefix'),
    ...repeated(
      [...datasets, ...screens],
      ({ menu }) => menu && `${menu.order} of ${menu.group}`,
      'menu place',
    ),
    ...repeatedJobs(datasets),
    ...screens.flatMap(screen => {
      const dataset = datasets.find(({ name }) => name === screen.name);
      if (!dataset) return [`${screen.name}: has a screen but is no dataset`];
      return lines(screen.name, screenProblems(screen, dataset));
    }),
  ];
  if (problems.length > 0)
    throw new Error(`Wrong declarations:\n${problems.map(line => `- ${line}`).join('\n')}`);
}

function repeated(
  datasets: readonly AnyDataset[],
  of: (dataset: AnyDataset) => string | number | undefined,
  what: string,
): string[] {
  const seen = new Map<string | number, string>();
  return datasets.flatMap(dataset => {
    const value = of(dataset);
    if (value === undefined) return [];
    const first = seen.get(value);
    seen.set(value, dataset.name);
    return first === undefined ? [] : [`${dataset.name}: ${what} ${value} is already that of ${first}`];
  });
}

/** Job kind numbers used by two datasets: the history could not distinguish their jobs (domain 0.6). */
function repeatedJobs(datasets: readonly AnyDataset[]): string[] {
  const owners = new Map<number, string>();
  return datasets.flatMap(({ name, excel, permissions: { actions } }) =>
    [
      ...Object.entries(excel?.jobs ?? {}),
      ...(excel?.kinds ?? []).flatMap(({ type, bizType }) =>
        bizType === undefined ? [] : [[`import ${type}`, bizType] as const],
      ),
    ].flatMap(([kind, number]) => {
      // A kind whose action the dataset lacks never starts a job.
      if (
        !kind.startsWith('import ') &&
        !actions.some(action => action === kind || (kind === 'exportTree' && action === 'export'))
      )
        return [];
      const owner = owners.get(number);
      owners.set(number, `${name}.${kind}`);
      return owner === undefined
        ? []
        : [
            `${name}.excel: job number ${number} of ${kind} is already that of ${owner}; give it another in excel.jobs`,
          ];
    }),
  );
}

function datasetProblems(dataset: AnyDataset, all: readonly AnyDataset[]): Problem[] {
  return [
    ...deadEnds(dataset),
    ...nameProblems(dataset),
    ...labelProblems(dataset),
    ...listProblems(dataset, all),
    ...sheetProblems(dataset),
    ...actionProblems(dataset),
    ...fieldProblems(dataset, all),
    ...scopeProblems(dataset, all),
    ...yearProblems(dataset),
    ...placeProblems(dataset, all),
  ];
}

/** Mistakes in the actions and further permission codes of a dataset. */
function actionProblems(dataset: AnyDataset): Problem[] {
  const declared = dataset.permissions.actions;
  const without = (['import', 'export', 'batchUpdate'] as const).filter(
    action => declared.includes(action) && !dataset.excel?.[action].length,
  );
  return [
    ...without.map(action => ({ field: 'excel', why: `has no columns for the action ${action}` })),
    ...declared
      .filter(action => !actions.includes(action))
      .map(action => ({ field: 'permissions', why: `${action} is no action` })),
    ...ownCodeProblems(dataset).map(why => ({ field: 'permissions', why })),
  ];
}

/** Fields that the copying of a province and year to a later year needs and the dataset does not have. */
function yearProblems({ yearly, fields: { dataYear, provinceId } }: AnyDataset): Problem[] {
  if (!yearly) return [];
  return [
    ...(dataYear?.kind === 'year'
      ? []
      : [{ field: 'yearly', why: 'is copied from year to year, but has no dataYear' }]),
    ...(provinceId?.kind === 'ref'
      ? []
      : [{ field: 'yearly', why: 'is copied by province, but has no provinceId' }]),
  ];
}

/** Mistakes in the last parts of permission codes that a dataset declares beside its actions. */
function ownCodeProblems({ permissions }: AnyDataset): string[] {
  return Object.entries(permissions.own ?? {}).flatMap(([part, { zh, en }]) => [
    ...(/^[a-z][A-Za-z0-9]*$/.test(part) ? [] : [`own.${part} is no last part of a code`]),
    ...(permissions.actions.some(action => action === part)
      ? [`own.${part} is the code of an action already; take it out`]
      : []),
    ...(zh === '' || en === '' ? [`own.${part} has no label in one of the languages`] : []),
  ]);
}
