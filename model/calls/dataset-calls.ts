import { z } from 'zod';
import { machineOf } from '../contexts/machines.ts';
import {
  type Action,
  type ActionAliases,
  type AnyDataset,
  isWider,
  isWritten,
  type LookUp,
  readPath,
  settableFields,
} from '../kernel/dataset.ts';
import type { Label } from '../kernel/label.ts';
import { actionLabels, permissionCode } from '../permissions.ts';
import { type Address, type AnyCall, call } from './call.ts';
import { copiedYear, copyYearBody } from './copy-year.ts';
import { pageOf } from './envelope.ts';
import {
  changesPage,
  changesQuery,
  historyEntry,
  restoreBody,
  trashInfo,
  versionBody,
  versionDifference,
} from './history.ts';
import {
  batchDeleteBody,
  batchSetBody,
  checkBody,
  checkFinding,
  exportBody,
  importBody,
  jobStarted,
  resolveBody,
} from './jobs.ts';
import { summaryAnswer } from './summary.ts';
import { counted } from './values.ts';

// The fields of a row depend on its dataset; the server reads and documents them from the declaration.
const row = z.record(z.string(), z.unknown());
const openQuery = z.record(z.string(), z.unknown());
const rowPage = pageOf(row);
const rows = z.array(row);
const historyPage = pageOf(historyEntry);
const trashPage = pageOf(trashInfo.loose());
const findingPage = pageOf(checkFinding);

/** The heading of a call: what it does, and with which rows. */
function labelled({ label }: AnyDataset, what: Label): Label {
  return { zh: `${what.zh}${label.zh}`, en: `${what.en}: ${label.en}` };
}

/** The calls about the history of rows. */
function historyCalls(dataset: AnyDataset) {
  const { path } = dataset;
  const of = dataset;
  const may = (action: Action) => permissionCode(dataset, action);
  const label = (what: Label) => labelled(dataset, what);
  return {
    history: call(`GET ${path}/history`, {
      ...{ of, label: label({ zh: '变更记录', en: 'History' }), may: may('list') },
      query: openQuery,
      data: historyPage,
      fails: ['notFound'],
    }),
    /** Every change of the dataset's rows that the caller may see, newest first, page by page by key. */
    changes: call(`GET ${path}/changes`, {
      ...{ of, label: label({ zh: '修改记录', en: 'Changes' }), may: may('list') },
      query: changesQuery,
      data: changesPage,
      fails: ['unknownFilter'],
    }),
    /** The difference between a row and an earlier version of it. */
    versionDifference: call(`GET ${path}/version`, {
      ...{ of, label: label({ zh: '比较历史版本', en: 'Compare a version' }), may: may('update') },
      query: openQuery,
      data: versionDifference,
      fails: ['notFound', 'versionGone'],
    }),
    /** Gives a row the values of an earlier version, by the rules of a change. */
    takeVersion: call(`PUT ${path}/version`, {
      ...{ of, label: label({ zh: '恢复历史版本', en: 'Restore a version' }), may: may('update') },
      ...{ audit: 'restore', message: 'versionRestored' },
      body: versionBody,
      data: row,
      fails: ['notFound', 'versionGone', 'staleVersion', 'duplicate', 'existsElsewhere'],
    }),
  } as const;
}

function make(dataset: AnyDataset) {
  const { path } = dataset;
  // A further screen reads rows at its own address; all other calls go to the dataset.
  const at = readPath(dataset);
  const of = dataset;
  const may = (action: Action) => permissionCode(dataset, action);
  const label = (what: Label) => labelled(dataset, what);
  const also = (action: keyof ActionAliases): Address[] =>
    (dataset.alias?.[action] ?? []).map((address): Address => {
      const [method, rest] = address.split(' ');
      return `${method as 'GET'} ${path}${rest}`;
    });
  return {
    list: call(`GET ${at}/list`, {
      ...{ of, label: label(actionLabels.list), may: may('list') },
      // Both spellings answer (domain 0.2).
      also: [`GET ${at}`, ...(dataset.screen ? [] : also('list'))],
      query: openQuery,
      data: rowPage,
      fails: ['unknownFilter', 'unknownSort'],
    }),
    info: call(`GET ${at}/info`, {
      ...{ of, label: label({ zh: '读取', en: 'Read' }), may: may('list') },
      query: openQuery,
      data: row,
      fails: ['notFound'],
      also: dataset.screen ? [] : also('info'),
    }),
    summary: call(`GET ${at}/summary`, {
      ...{ of, label: label({ zh: '汇总', en: 'Sums' }), may: may('list') },
      query: openQuery,
      data: summaryAnswer,
    }),
    ...historyCalls(dataset),
    /** Open to people who list the rows, or write or filter rows that refer to them (`nameAccess` decides). */
    options: call(`GET ${path}/options`, {
      ...{ of, label: label({ zh: '选项', en: 'Look up' }), may: 'person' },
      query: openQuery,
      data: rows,
    }),
    add: call(`POST ${path}`, {
      ...{ of, once: true, label: label(actionLabels.add), may: may('add'), audit: 'add', message: 'added' },
      also: also('add'),
      body: z.unknown(),
      data: row,
      fails: ['duplicate', 'existsElsewhere'],
    }),
    update: call(`PUT ${path}`, {
      ...{ of, label: label(actionLabels.update), may: may('update'), audit: 'update', message: 'modified' },
      also: also('update'),
      body: z.unknown(),
      data: row,
      fails: ['notFound', 'staleVersion', 'duplicate', 'existsElsewhere'],
    }),
    remove: call(`DELETE ${path}`, {
      ...{ of, label: label(actionLabels.delete), may: may('delete'), audit: 'delete', message: 'deleted' },
      also: also('delete'),
      query: openQuery,
      body: z.unknown(),
      data: counted,
      fails: ['notFound'],
    }),
    trash: call(`GET ${path}/trash`, {
      ...{ of, label: label({ zh: '回收站', en: 'Trash' }), may: may('delete') },
      query: openQuery,
      data: trashPage,
    }),
    restore: call(`POST ${path}/restore`, {
      ...{ of, once: true, label: label({ zh: '恢复', en: 'Restore' }), may: may('delete') },
      ...{ audit: 'restore', message: 'restored' },
      body: restoreBody,
      data: counted,
      fails: ['notFound', 'duplicate', 'existsElsewhere'],
    }),
    ...workCalls(dataset),
  } as const;
}

/** Calls on many rows of a dataset: imports, exports and batches, its checks, and copies of a year. */
function workCalls(dataset: AnyDataset) {
  const { path } = dataset;
  const of = dataset;
  const may = (action: Action) => permissionCode(dataset, action);
  const label = (what: Label) => labelled(dataset, what);
  return {
    import: call(`POST ${path}/import`, {
      ...{ of, once: true, label: label(actionLabels.import), may: may('import') },
      ...{ audit: 'import', message: 'jobStarted' },
      body: importBody,
      data: jobStarted,
      fails: ['sameFile'],
    }),
    batchUpdate: call(`POST ${path}/batch/update`, {
      ...{ of, once: true, label: label(actionLabels.batchUpdate), may: may('batchUpdate') },
      ...{ audit: 'batchUpdate', message: 'jobStarted' },
      body: importBody,
      data: jobStarted,
      fails: ['sameFile'],
    }),
    batchSet: call(`POST ${path}/batch/set`, {
      ...{ of, label: label({ zh: '批量设置', en: 'Set the same values' }), may: may('batchUpdate') },
      ...{ once: true, audit: 'batchUpdate', message: 'jobStarted' },
      body: batchSetBody,
      data: jobStarted,
      fails: ['emptyCondition'],
    }),
    export: call(`POST ${path}/export`, {
      ...{ of, once: true, label: label(actionLabels.export), may: may('export') },
      ...{ audit: 'export', message: 'jobStarted' },
      reads: true,
      body: exportBody,
      data: jobStarted,
    }),
    batchDelete: call(`POST ${path}/batch/delete`, {
      ...{ of, once: true, label: label(actionLabels.batchDelete), may: may('batchDelete') },
      ...{ audit: 'batchDelete', message: 'jobStarted' },
      body: batchDeleteBody,
      data: jobStarted,
      fails: ['emptyCondition'],
    }),
    check: call(`POST ${path}/check`, {
      ...{ of, label: label({ zh: '检查', en: 'Check' }), may: may('list') },
      ...{ once: true, message: 'jobStarted', body: checkBody },
      data: jobStarted,
    }),
    findings: call(`GET ${path}/check/list`, {
      ...{ of, label: label({ zh: '检查结果', en: 'Findings of the checks' }), may: may('list') },
      query: openQuery,
      data: findingPage,
    }),
    copyYear: call(`POST ${path}/copyYear`, {
      ...{ of, label: label({ zh: '从往年复制', en: 'Copy a year' }), may: may('add') },
      ...{ once: true, audit: 'add', body: copyYearBody },
      data: copiedYear,
    }),
    resolve: call(`PUT ${path}/check/resolve`, {
      ...{ of, label: label({ zh: '处理检查结果', en: 'Settle findings' }), may: may('update') },
      body: resolveBody,
      data: counted,
      fails: ['notFound'],
    }),
  } as const;
}

/** The calls that a dataset may have from its declaration alone (domain 0.2). */
export type DatasetCalls = ReturnType<typeof make>;

const made = new WeakMap<AnyDataset, DatasetCalls>();

/** The calls of a dataset; {@link hasCall} selects those it has. Cached per dataset. */
export function datasetCalls(dataset: AnyDataset): DatasetCalls {
  const known = made.get(dataset) ?? make(dataset);
  made.set(dataset, known);
  return known;
}

/** The action without which a dataset does not have the call. */
const actionOf: Readonly<Record<keyof DatasetCalls, Action | undefined>> = {
  list: 'list',
  info: 'list',
  summary: 'list',
  history: 'list',
  changes: 'list',
  versionDifference: 'update',
  takeVersion: 'update',
  options: undefined,
  add: 'add',
  update: 'update',
  remove: 'delete',
  trash: 'delete',
  restore: 'delete',
  import: 'import',
  batchUpdate: 'batchUpdate',
  batchSet: 'batchUpdate',
  export: 'export',
  batchDelete: 'batchDelete',
  check: 'list',
  findings: 'list',
  copyYear: 'add',
  resolve: 'update',
};

/** Reports whether a dataset has the call: its action is declared, and there is something for it to do. */
export function hasCall(dataset: AnyDataset, name: keyof DatasetCalls): boolean {
  const action = actionOf[name];
  if (action && !dataset.permissions.actions.includes(action)) return false;
  switch (name) {
    case 'summary':
      return Object.keys(dataset.summary).length > 0 || dataset.groups.length > 0;
    case 'versionDifference':
    case 'takeVersion':
      return !isWider(dataset);
    case 'history':
    case 'changes':
      return (isWritten(dataset) || machineOf(dataset) !== undefined) && !isWider(dataset);
    case 'batchSet':
      return settableFields(dataset).length > 0;
    case 'check':
    case 'findings':
    case 'resolve':
      return dataset.dataChecks !== undefined;
    case 'copyYear':
      return dataset.yearly !== undefined;
    default:
      return true;
  }
}

/** The calls a further screen has itself; it shares the rest with its dataset. */
export const screenCallNames = ['list', 'info', 'summary'] as const satisfies (keyof DatasetCalls)[];

/** Every call of a further screen, apart from those it shares with its dataset. */
export function callsOfScreen(screen: AnyDataset): AnyCall[] {
  const own = datasetCalls(screen);
  return screenCallNames.filter(name => hasCall(screen, name)).map(name => own[name]);
}

/** A look-up call named by the specification, in addition to `{path}/options`. */
export function lookUpCall(dataset: AnyDataset, { at }: LookUp) {
  return call(`GET ${at}`, {
    of: dataset,
    label: { zh: `选项${dataset.label.zh}`, en: `Look up: ${dataset.label.en}` },
    may: 'person',
    query: openQuery,
    data: rows,
  });
}

/** Every call that a dataset has by its declaration. */
export function callsOf(dataset: AnyDataset): AnyCall[] {
  const own = Object.entries<AnyCall>(datasetCalls(dataset)).flatMap(([name, one]) =>
    // Object.entries widens the record's own keys to string.
    hasCall(dataset, name as keyof DatasetCalls) ? [one] : [],
  );
  return [...own, ...(dataset.lookUps ?? []).map(one => lookUpCall(dataset, one))];
}
