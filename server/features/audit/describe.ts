import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isSecretName, maskForLog } from '@yikao/model/rules/mask.ts';

/** Where a call belongs and what it does, in the words of the audit log. */
export interface CallMeaning {
  readonly module: string;
  readonly action: string;
  /** The dataset whose row it is about. */
  readonly dataset: AnyDataset | undefined;
}

/** What the calls of every dataset do, by method and by what follows the dataset's path (domain 0.2). */
const datasetCalls: Readonly<Record<string, string>> = {
  'POST ': 'add',
  'PUT ': 'update',
  'DELETE ': 'delete',
  'POST /restore': 'restore',
  'POST /import': 'import',
  'POST /export': 'export',
  'POST /batch/update': 'batchUpdate',
  'POST /batch/delete': 'batchDelete',
  'PUT /audit': 'review',
  'PUT /transfer': 'update',
};

/** Calls of features, by address. */
const featureCalls: Readonly<Record<string, readonly [module: string, action: string]>> = {
  '/api/admin/login': ['auth', 'login'],
  '/api/admin/login/secondFactor': ['auth', 'login'],
  '/api/admin/signOn/finish': ['auth', 'login'],
  '/logout': ['auth', 'logout'],
  '/api/admin/logout': ['auth', 'logout'],
  '/api/admin/user/call/token/exchange': ['auth', 'call'],
  '/api/admin/user/call/token/refresh': ['auth', 'call'],
  '/common/file/upload': ['files', 'upload'],
  '/common/document/upload': ['files', 'upload'],
  '/api/base/common/file/upload': ['files', 'upload'],
  '/common/image/upload': ['files', 'upload'],
  '/common/file/*': ['files', 'download'],
};

/** Addresses by their beginning, the longer first. */
const featureAreas: readonly (readonly [start: string, module: string])[] = [
  ['/api/admin/session', 'auth'],
  ['/api/admin/online', 'auth'],
  ['/api/admin/secondFactor', 'auth'],
  ['/api/admin/signOn', 'auth'],
  ['/api/admin/apiToken', 'auth'],
  ['/api/admin/config', 'config'],
  ['/api/admin/resetPwd', 'auth'],
  ['/api/base/log', 'jobs'],
  ['/common/', 'files'],
];

/** Tells what a route is about; `url` is its pattern. Made once for all datasets, since it is asked for every write. */
export function meaningsOf(datasets: readonly AnyDataset[]): (method: string, url: string) => CallMeaning {
  const byPath = [...datasets].sort((one, other) => other.path.length - one.path.length);
  const known = new Map<string, CallMeaning>();
  const find = (method: string, url: string): CallMeaning => {
    const feature = featureCalls[url];
    if (feature) return { module: feature[0], action: feature[1], dataset: undefined };
    const dataset = byPath.find(({ path }) => url === path || url.startsWith(`${path}/`));
    if (dataset) {
      const call = datasetCalls[`${method} ${url.slice(dataset.path.length)}`];
      return { module: dataset.name, action: call ?? (method === 'GET' ? 'list' : 'call'), dataset };
    }
    const area = featureAreas.find(([start]) => url.startsWith(start));
    return { module: area?.[1] ?? 'other', action: method === 'GET' ? 'list' : 'call', dataset: undefined };
  };
  return (method, url) => {
    const key = `${method} ${url}`;
    const meaning = known.get(key) ?? find(method, url);
    known.set(key, meaning);
    return meaning;
  };
}

/** A second factor or a code by message travels as `code`, which elsewhere is no secret. */
const isSecret = (name: string): boolean => isSecretName(name) || /^code$/i.test(name);

/** Signs of one text, members of one list or object, and levels that a summary tells. */
const most = { text: 60, members: 24, depth: 4 } as const;

/** Signs of a summary in all. */
const summaryMax = 1_000;

/**
 * What was sent, short enough to be kept and fit to be read: secrets are left out, personal numbers masked, long
 * texts cut. The whole of a change stands in the history of its row.
 */
export function summaryOf(value: unknown): string {
  const text = JSON.stringify(shortened(value, most.depth)) ?? '';
  return maskForLog(text).slice(0, summaryMax);
}

function shortened(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    const plain = value.slice(0, most.text * 4).replace(/<[^>]*>?/g, '');
    return plain.length > most.text || value.length > most.text * 4 ? `${plain.slice(0, most.text)}…` : plain;
  }
  if (value === null || typeof value !== 'object') return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, most.members).map(item => shortened(item, depth - 1));
    return value.length > most.members ? [...shown, `… ${value.length}`] : shown;
  }
  const shown: Record<string, unknown> = {};
  for (const [index, [key, member]] of Object.entries(value).entries()) {
    if (index === most.members) break;
    shown[key.slice(0, most.text)] = isSecret(key) ? '[hidden]' : shortened(member, depth - 1);
  }
  return shown;
}

/** The beginning of an account's name. A password that was typed in its place must not be told whole. */
export function accountHint(account: string): string {
  return `${account.trim().slice(0, 2)}***`;
}
