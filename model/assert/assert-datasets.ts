import { isSecretName } from '../rules/mask.ts';
import { cascadeProblems, referenceTo } from './cascade.ts';
import { type AnyDataset, actions, fieldOf, isStored, readPath } from './dataset.ts';
import { derivedProblems } from './derived.ts';
import { headerProblems } from './export-headers.ts';
import { type Field, isPersonal, refNameKey } from './field.ts';
import { headsProblems, importKindProblems, joinedProblems } from './import-kinds.ts';
import { placeProblems } from './places.ts';
import { isUnbound, type Once, type ScopeKind, scopeKinds, scopeOwners, scopeReference } from './scope.ts';
import { screenProblems } from './screens.ts';
import { mustBeGiven, validateValue } from './validate/validate.ts';

/**
 * Checks all declarations and their further screens together and throws one error that names every wrong
 * `dataset.field`. Called at boot and by the tests.
 */
export function assertDatasets(datasets: readonly AnyDataset[], screens: readonly AnyDataset[] = []): void {
  const problems = datasets.flatMap(dataset => datasetProblems(dataset, datasets));
  problems.push(
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
      return screenProblems(screen, dataset).map(({ field, why }) => `${screen.name}.${field}: ${why}`);
    }),
  );
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

function datasetProblems(dataset: AnyDataset, all: readonly AnyDataset[]): string[] {
  const problems: string[] = [];
  const complain = (field: string, why: string) => problems.push(`${dataset.name}.${field}: ${why}`);
  const known = (where: string, names: readonly string[]) => {
    for (const name of names) if (!fieldOf(dataset, name)) complain(name, `is not a field (${where})`);
  };

  problems.push(...deadEnds(dataset));
  known('key', [dataset.key]);
  known('naturalKey', dataset.naturalKey);
  known('identity', [
    dataset.identity.value,
    dataset.identity.name,
    ...(dataset.identity.also ?? []),
    ...(dataset.identity.within ?? []),
  ]);
  if (dataset.identity.found && !(dataset.menu && dataset.permissions.actions.includes('list')))
    complain('identity.found', 'needs a page and the action list');
  for (const { fields, where } of dataset.uniqueKeys) known('uniqueKeys', [...fields, ...Object.keys(where)]);
  for (const fields of dataset.indexes) known('indexes', fields);
  if (dataset.parent) known('parent', [dataset.parent]);
  known('list.columns', dataset.list.columns);
  known('list.hidden', dataset.list.hidden);
  for (const name of dataset.list.point)
    if (!dataset.list.columns.includes(name)) complain(name, 'is no column that is on at first (list.point)');
  known(
    'list.filters',
    dataset.list.filters.map(filter => filter.field),
  );
  const by = dataset.list.tabs;
  if (by !== undefined && dataset.fields[by]?.kind !== 'code') complain(by, 'is no code (list.tabs)');
  if (by !== undefined && !dataset.list.filters.some(({ field }) => field === by)) {
    complain(by, 'stands as tabs above the list and is no filter; name it in list.filters');
  }
  problems.push(...cascadeProblems(dataset, all));
  known(
    'list.sort',
    dataset.list.sort.map(name => name.replace(/^-/, '')),
  );
  const shownToAll: readonly [string, string][] = [
    ['identity.name', dataset.identity.name],
    ...dataset.list.sort.map((term): [string, string] => ['list.sort', term.replace(/^-/, '')]),
  ];
  for (const [where, name] of shownToAll) {
    const field = fieldOf(dataset, name);
    if (field && isPersonal(field)) complain(name, `is a number of a person and cannot be ${where}`);
  }
  for (const group of dataset.form) known('form', group.fields);
  if (dataset.excel) {
    known('excel.import', dataset.excel.import);
    known('excel.export', dataset.excel.export);
    known('excel.batchUpdate', dataset.excel.batchUpdate);
    const problems = [
      ...headerProblems(dataset),
      ...importKindProblems(dataset),
      ...joinedProblems(dataset),
      ...headsProblems(dataset),
    ];
    for (const { field, why } of problems) complain(field, why);
    if (dataset.tableId === undefined) complain('tableId', 'is needed for import and export');
  }
  for (const action of ['import', 'export', 'batchUpdate'] as const) {
    if (dataset.permissions.actions.includes(action) && !dataset.excel?.[action].length) {
      complain('excel', `has no columns for the action ${action}`);
    }
  }
  for (const action of dataset.permissions.actions) {
    if (!actions.includes(action)) complain('permissions', `${action} is no action`);
  }
  for (const why of ownCodeProblems(dataset)) complain('permissions', why);

  for (const [name, field] of Object.entries(dataset.fields)) {
    if (Object.hasOwn(Object.prototype, name) || !/^[a-z][A-Za-z0-9]*$/.test(name))
      complain(name, 'is no usable name');
    if (['version', 'deleted', 'createBy', 'updateBy'].includes(name)) complain(name, 'is a system column');
    if (field.label.zh === '' || field.label.en === '') {
      complain(name, 'has no label; give it one, or add the name to model/labels.ts');
    }
    if (field.kind === 'text' && field.max < 1) complain(name, 'has no room');
    if ('find' in field && field.find && !isStored(field)) complain(name, 'is no column and has no index');
    for (const why of secretProblems(dataset, field)) complain(name, why);
    if (field.kind === 'secret' && field.format === undefined && !isSecretName(name)) {
      complain(name, 'is a secret by a name that logs do not know; add it to model/rules/mask.ts');
    }
    for (const why of lineProblems(field)) complain(name, why);
    for (const why of whenProblems(dataset, name)) complain(name, why);
    for (const why of derivedProblems(dataset, name, all)) complain(name, why);
    for (const kind of field.hiddenFrom ?? []) {
      const source = dataset.scope[kind];
      if (!isUnbound(source) || !('readOnly' in source))
        complain(name, `is hidden from ${kind}, who may change rows`);
    }
    if (field.kind !== 'ref' && field.kind !== 'refs') continue;
    const target = all.find(other => other.name === field.to);
    if (!target) {
      complain(name, `refers to the unknown dataset ${field.to}`);
      continue;
    }
    // The row may store the name itself: a partner writes down its channel's name (spec section 3).
    const named = dataset.fields[refNameKey(name)];
    if (named && !named.computed && named.kind !== 'text') {
      complain(name, `its name ${refNameKey(name)} is a field of its own`);
    }
    for (const within of field.within ?? []) {
      if (!fieldOf(dataset, within)) complain(name, `is within ${within}, which is not a field here`);
      if (!fieldOf(target, within))
        complain(name, `is within ${within}, which is not a field of ${target.name}`);
    }
    for (const part of field.kind === 'ref' ? (field.orAny ?? []) : []) {
      const theirs = fieldOf(target, part);
      if (!fieldOf(dataset, part)) complain(name, `is of any ${part}, which is not a field here`);
      if (theirs?.kind !== 'ref' || !theirs.zero)
        complain(name, `is of any ${part}, of which ${target.name} has no row for all`);
      if (field.kind === 'ref' && field.within?.includes(part))
        complain(name, `is both within ${part} and of any`);
    }
    if (field.kind === 'ref' && field.among) {
      const { of, by } = field.among;
      const namer = all.find(other => other.name === of);
      if (!namer || referenceTo(namer, field.to) === undefined)
        complain(name, `is among rows of ${of}, which does not refer to ${field.to}`);
      for (const one of by)
        if (!fieldOf(dataset, one) || !(namer && fieldOf(namer, one)))
          complain(name, `is among rows by ${one}, which is no field of both`);
    }
    for (const within of target.identity.within ?? []) {
      if (!field.within?.includes(within)) {
        complain(name, `must be within ${within}, as ${target.name} is`);
      }
    }
    for (const where of Object.keys(field.where ?? {})) {
      if (!fieldOf(target, where))
        complain(name, `asks for ${where}, which is not a field of ${target.name}`);
    }
  }

  for (const kind of scopeKinds) scopeProblems(dataset, kind, all, complain);
  if (dataset.yearly) {
    const { dataYear, provinceId } = dataset.fields;
    if (dataYear?.kind !== 'year') complain('yearly', 'is copied from year to year, but has no dataYear');
    if (provinceId?.kind !== 'ref') complain('yearly', 'is copied by province, but has no provinceId');
  }
  for (const { field, why } of placeProblems(dataset, all)) complain(field, why);
  return problems;
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

/** Mistakes in what is kept beside a secret. */
function secretProblems(dataset: AnyDataset, field: Field): string[] {
  if (field.kind !== 'secret') return [];
  return [field.head, field.digest].flatMap(beside => {
    const kept = beside === undefined ? undefined : dataset.fields[beside];
    if (beside === undefined || (kept?.kind === 'text' && kept.private && kept.readOnly)) return [];
    return [`is kept beside itself in ${beside}, which is no private text that the server sets`];
  });
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

/** Required fields that people cannot enter, and fields that are exposed although they must not be. */
function deadEnds(dataset: AnyDataset): string[] {
  const { actions } = dataset.permissions;
  const problems: string[] = [];
  const complain = (field: string, why: string) => problems.push(`${dataset.name}.${field}: ${why}`);
  const inForm = new Set(dataset.form.flatMap(({ fields }) => fields));
  const imported = new Set(dataset.excel?.import ?? []);
  for (const [name, field] of Object.entries(dataset.fields)) {
    if (!mustBeGiven(field) || field.readOnly || field.computed) continue;
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

/**
 * Reports scopes that cannot determine a row's owner: a missing kind, a missing reason, a field of the wrong kind, or a
 * reference to rows without an owner.
 */
function scopeProblems(
  dataset: AnyDataset,
  kind: ScopeKind,
  all: readonly AnyDataset[],
  complain: (field: string, why: string) => void,
): void {
  const source = dataset.scope[kind];
  const where = `scope.${kind}`;
  if (source === undefined) {
    complain('scope', `says nothing of ${kind}; name a field, or the reason why it binds nobody`);
  } else if (isUnbound(source)) {
    const reason = 'common' in source ? source.common : source.readOnly;
    if (reason.trim() === '') complain('scope', `leaves ${kind} unbound without a reason`);
    if ('within' in source && source.within !== undefined && !holdsOwner(dataset, source.within, kind))
      complain(source.within, `holds no ${scopeOwners[kind]} (${where})`);
  } else if (typeof source === 'object') {
    if (!leads(dataset, kind, all))
      complain(source.through, `leads to no row that says whose it is (${where})`);
    if (source.once && !saysYes(dataset, source.once, all))
      complain(source.once.of, `leads to no row with a yes or no in ${source.once.is} (${where})`);
  } else if (source === 'createBy') {
    if (kind !== 'own') complain('createBy', `is a person, and no ${kind} (${where})`);
  } else {
    const field = fieldOf(dataset, source);
    if (!field) complain(source, `is not a field (${where})`);
    else if (!isStored(field)) complain(source, `is no column (${where})`);
    else if (!holdsOwner(dataset, source, kind)) complain(source, `holds no ${scopeOwners[kind]} (${where})`);
  }
}

/** Reports whether the row that withholds others has the field that releases them. */
function saysYes(dataset: AnyDataset, { of, is }: Once, all: readonly AnyDataset[]): boolean {
  const reference = fieldOf(dataset, of);
  const target = reference?.kind === 'ref' ? all.find(({ name }) => name === reference.to) : undefined;
  const field = target && fieldOf(target, is);
  return field?.kind === 'yesNo' && isStored(field);
}

/**
 * Reports whether a field holds the owner that people are bound to: a reference, the owner's key, or a number kept by a
 * log.
 */
function holdsOwner(dataset: AnyDataset, name: string, kind: ScopeKind): boolean {
  const field = fieldOf(dataset, name);
  const owner = scopeOwners[kind];
  if (field?.kind === 'ref' || field?.kind === 'refs') return field.to === owner;
  return name === dataset.key ? dataset.name === owner : field?.kind === 'id';
}

/** Reports whether references lead from a dataset to a row with an owner of one kind of scope. */
function leads(dataset: AnyDataset, kind: ScopeKind, all: readonly AnyDataset[]): boolean {
  const passed = new Set<AnyDataset>();
  for (let at: AnyDataset | undefined = dataset; at && !passed.has(at); ) {
    passed.add(at);
    const reference = scopeReference(at.scope, kind);
    if (reference === undefined) return at.scope[kind] !== undefined && !isUnbound(at.scope[kind]);
    const field = fieldOf(at, reference);
    at = field?.kind === 'ref' && isStored(field) ? all.find(other => other.name === field.to) : undefined;
  }
  return false;
}
